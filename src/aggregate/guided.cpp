// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided.hpp"

#include "aggregate/flowing.hpp"
#include "aggregate/guide_statistics.hpp"
#include "aggregate/guided_kernels.hpp"
#include "aggregate/mixture.hpp"
#include "aggregate/restarts.hpp"
#include "aggregate/spare_buffers.hpp"
#include "core/offset.hpp"
#include "core/pooled_function.hpp"

#include <csca/aligned.hpp>

#include <algorithm>

namespace csca {
namespace {

/// Columns of a strip. The narrower, the more of the rings is in the nearer caches, and the more of the columns on both
/// sides is computed twice.
int guided_strip(int radius) { return std::max(620, 32 * radius); }

/// What one run keeps, in floats.
struct Sizes {
  std::size_t cells;      // of a row
  std::size_t model_row;  // of the models of a row's windows
  std::size_t columns;    // sums of costs or of models down the columns, with zeros ahead
  std::size_t carried;    // along the row
  int rows;               // of the rings: the row that enters replaces the one that leaves

  Sizes(const Slab& slab, int columns_along, int planes, int radius_x, int radius_y)
      : cells(offset(columns_along, slab.stride())),
        model_row(offset(planes, cells)),
        columns(model_row + static_cast<std::size_t>((2 * radius_x + 1) * planes * slab.stride())),
        carried(static_cast<std::size_t>(3 * planes * slab.stride())),
        rows(2 * radius_y + 1) {}

  std::size_t costs() const { return cells * static_cast<std::size_t>(rows); }
  std::size_t models() const { return model_row * static_cast<std::size_t>(rows); }
  std::size_t all() const { return costs() + models() + 2 * columns + 2 * cells + carried; }
};

/// A guide and what the filter keeps of it.
struct Guide {
  const FloatImage& image;
  int radius_x;
  int radius_y;
  GuideStatistics statistics;

  int planes() const { return static_cast<int>(image.channels.size()) + 1; }
  Columns wider(Columns columns) const {
    return {std::max(0, columns.begin - radius_x), std::min(image.width(), columns.end + radius_x)};
  }
};

/// Fits models in windows and takes the mean of those that a pixel is part of, as rows flow.
class GuidedSteps final : public RowSteps {
 public:
  GuidedSteps(const Guide& guide, const Slab& slab, std::shared_ptr<SpareBuffers> spare)
      : guide_(guide),
        height_(slab.height),
        results_(slab.results()),
        // Results need models of some columns more on both sides, and these need costs of as many again.
        columns_(guide.wider(guide.wider(results_))),
        sizes_(slab, columns_.count(), guide.planes(), guide.radius_x, guide.radius_y),
        spare_(std::move(spare)),
        buffer_(spare_->take(sizes_.all())),
        costs_(buffer_.data()),
        models_(costs_ + sizes_.costs()),
        nothing_(models_ + sizes_.models() + 2 * sizes_.columns),
        unused_(nothing_ + sizes_.cells),
        rows_(guide.statistics, columns_),
        // Rows above and below the image count nothing: costs of 0, and no models.
        no_models_(static_cast<std::size_t>(columns_.count() * guide.statistics.entries())),
        shares_(static_cast<std::size_t>(columns_.count())) {
    const auto inside = [&](Columns part) { return Columns{part.begin - columns_.begin, part.end - columns_.begin}; };
    float* const sums = models_ + sizes_.models();
    std::fill(sums, unused_, 0.0F);
    step_.channels = static_cast<int>(guide.image.channels.size());
    step_.width = columns_.count();
    step_.fits = inside(guide.wider(results_));
    step_.results = inside(results_);
    step_.period = restart_period(guide.image.scale);
    step_.radius = guide.radius_x;
    step_.stride = slab.stride();
    step_.columns = sums;
    step_.models = models_;
    step_.model_columns = sums + sizes_.columns;
    step_.carried = unused_ + sizes_.cells;
    step_.shares = shares_.data();
  }
  ~GuidedSteps() override { spare_->put(std::move(buffer_)); }
  GuidedSteps(const GuidedSteps&) = delete;
  GuidedSteps& operator=(const GuidedSteps&) = delete;

  Columns columns() const { return columns_; }  // of which costs are taken
  bool ended() const override { return y_ == height_ + 2 * guide_.radius_y; }

  void advance(const float* costs, const std::function<float*(int y)>& at) override {
    const int y = y_++;
    const int radius = guide_.radius_y;
    const int leaving = y - 2 * radius - 1;
    const int fit = y - radius;
    const int emitted = y - 2 * radius;
    const bool costs_restart = y > 0 && y % step_.period == 0;
    const bool models_restart = emitted > 0 && emitted % step_.period == 0;
    if (costs_restart) restart_costs(y);
    if (models_restart) restart_models(emitted);
    step_.entering = costs != nullptr ? costs + offset(columns_.begin, step_.stride) : nothing_;
    step_.leaving = cost_row(y);
    step_.costs_leave = y >= sizes_.rows && !costs_restart;
    step_.reach = GuidedStep::Reach::sums;
    if (fit >= 0) {
      step_.reach = GuidedStep::Reach::models;
      step_.models = model_row(fit);
      step_.models_leave = fit >= sizes_.rows && !models_restart;
      step_.windows = fit < height_ ? rows_.next() : no_models_.data();
    }
    if (emitted >= 0) {
      step_.reach = GuidedStep::Reach::results;
      step_.result_guide = rows_.guide(emitted);
      // As if the row began at the first column of costs.
      step_.out = at(emitted) - offset(step_.results.begin, step_.stride);
      make_shares(guide_.statistics.inverse_rows(emitted));
    }
    step_.entering_guide = rows_.guide(std::min(y, height_ - 1));
    step_.leaving_guide = rows_.guide(std::max(leaving, 0));
    guided_step(step_);
  }

 private:
  float* cost_row(int y) { return costs_ + sizes_.cells * static_cast<std::size_t>(y % sizes_.rows); }
  float* model_row(int y) { return models_ + sizes_.model_row * static_cast<std::size_t>(y % sizes_.rows); }

  void restart_costs(int y) {
    std::fill_n(step_.columns, sizes_.columns, 0.0F);
    step_.reach = GuidedStep::Reach::sums;
    step_.costs_leave = false;
    step_.leaving = unused_;
    for (int v = std::max(0, y - 2 * guide_.radius_y); v < y; ++v) {
      step_.entering = cost_row(v);
      step_.entering_guide = step_.leaving_guide = rows_.guide(std::min(v, height_ - 1));
      guided_step(step_);
    }
  }

  void restart_models(int emitted) {
    std::fill_n(step_.model_columns, sizes_.columns, 0.0F);
    for (int v = std::max(0, emitted - guide_.radius_y); v < emitted + guide_.radius_y; ++v) {
      add_guided_models(step_, model_row(v));
    }
  }

  /// One over the number of windows that a result is the mean of.
  void make_shares(double inverse_rows) {
    if (inverse_rows == shares_rows_) return;
    shares_rows_ = inverse_rows;
    const double* widths = guide_.statistics.inverse_widths().data() + columns_.begin;
    for (std::size_t x = 0; x < shares_.size(); ++x) shares_[x] = static_cast<float>(widths[x] * inverse_rows);
  }

  const Guide& guide_;
  int height_;
  Columns results_;
  Columns columns_;
  Sizes sizes_;
  std::shared_ptr<SpareBuffers> spare_;
  Buffer buffer_;
  float* costs_;  // a ring of rows
  float* models_;
  float* nothing_;
  float* unused_;  // a row that nobody reads
  GuideStatistics::Rows rows_;
  PooledVector<float> no_models_;
  PooledVector<float> shares_;
  double shares_rows_ = 0;
  GuidedStep step_{};
  int y_ = 0;
};

class Guided final : public RowByRow {
 public:
  Guided(const GuidedOptions& options, const FloatImage& guide, std::shared_ptr<SpareBuffers> spare)
      // A window that reaches over both borders is the same with a smaller radius.
      : Guided(guide, std::min(options.radius, guide.width() - 1), std::min(options.radius, guide.height() - 1),
               options.epsilon, std::move(spare)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    GuidedSteps steps(guide_, slab, spare_);
    const Columns columns = steps.columns();
    AlignedVector<float> costs(offset(columns.count(), slab.stride()));
    AlignedVector<float> results(offset(slab.results().count(), slab.stride()));
    for (int y = 0; !steps.ended(); ++y) {
      int shown = -1;
      if (y < slab.height) source(y, columns, costs.data());
      steps.advance(y < slab.height ? costs.data() - offset(columns.begin, slab.stride()) : nullptr, [&](int row) {
        shown = row;
        return results.data();
      });
      if (shown >= 0) sink(shown, results.data());
    }
  }

  std::unique_ptr<RowSteps> steps(const Slab& slab) const override {
    return std::make_unique<GuidedSteps>(guide_, slab, spare_);
  }

  int strip() const override { return guided_strip(guide_.radius_x); }

 private:
  Guided(const FloatImage& guide, int radius_x, int radius_y, double epsilon, std::shared_ptr<SpareBuffers> spare)
      : guide_{guide, radius_x, radius_y, GuideStatistics(guide, radius_x, radius_y, epsilon)},
        spare_(std::move(spare)) {}

  Guide guide_;
  std::shared_ptr<SpareBuffers> spare_;
};

}  // namespace

AggregationFactory make_guided(const AggregateOptions& options) {
  return pooled([gf = options.gf, spare = make_spare_buffers()](const FloatImage& guide) {
    return std::make_unique<Guided>(gf, guide, spare);
  });
}

std::optional<int> guided_margin(const AggregateOptions& options) { return 2 * options.gf.radius; }

std::size_t guided_bytes(const AggregateOptions& options, const Slab& slab) {
  const int radius = options.gf.radius;
  const int columns = std::min(slab.width, 3 * guided_strip(radius) / 2 + 4 * radius);
  const Sizes sizes(slab, columns, 4, std::min(radius, slab.width - 1), std::min(radius, slab.height - 1));
  return sizeof(float) * sizes.all();
}

std::size_t guided_companion_bytes(const AggregateOptions& options, const Slab& slab) {
  const int radius = options.gf.radius;
  // All strips at once, and the rows of costs on their way of two slabs.
  const int columns = slab.width + 4 * radius * ((slab.width - 1) / guided_strip(radius));
  const Sizes sizes(slab, columns, 4, std::min(radius, slab.width - 1), std::min(radius, slab.height - 1));
  return sizeof(float) * (sizes.all() + 2 * companion_rows * slab.row_size());
}

std::size_t guided_guide_bytes(std::size_t pixels, int channels) {
  return GuideStatistics::kept_bytes(pixels, channels);
}

}  // namespace csca
