// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided.hpp"

#include "aggregate/guide_statistics.hpp"
#include "aggregate/guided_kernels.hpp"
#include "aggregate/restarts.hpp"
#include "aggregate/spare_buffers.hpp"
#include "core/offset.hpp"

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
  std::size_t all() const { return costs() + models() + 2 * columns + 3 * cells + carried; }
};

/// Fits models in windows and takes the mean of those that a pixel is part of, as rows flow.
class Guided final : public Aggregation {
 public:
  Guided(const GuidedOptions& options, const FloatImage& guide, std::shared_ptr<SpareBuffers> spare)
      : guide_(guide),
        // A window that reaches over both borders is the same with a smaller radius.
        radius_x_(std::min(options.radius, guide.width() - 1)),
        radius_y_(std::min(options.radius, guide.height() - 1)),
        statistics_(guide, radius_x_, radius_y_, options.epsilon),
        spare_(std::move(spare)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const int height = slab.height;
    // Results need models of some columns more on both sides, and these need costs of as many again.
    const Columns results = slab.results();
    const Columns fits = wider(results, slab.width);
    const Columns columns = wider(fits, slab.width);
    const auto inside = [&](Columns part) { return Columns{part.begin - columns.begin, part.end - columns.begin}; };
    const Sizes sizes(slab, columns.count(), planes(), radius_x_, radius_y_);
    Buffer buffer = spare_->take(sizes.all());
    float* const costs = buffer.data();
    float* const models = costs + sizes.costs();
    float* const sums = models + sizes.models();
    float* const nothing = sums + 2 * sizes.columns;
    float* const in = nothing + sizes.cells;
    float* const out = in + sizes.cells;
    std::fill(sums, in, 0.0F);
    const auto cost_row = [&](int y) { return costs + sizes.cells * static_cast<std::size_t>(y % sizes.rows); };
    const auto model_row = [&](int y) { return models + sizes.model_row * static_cast<std::size_t>(y % sizes.rows); };

    GuidedStep step{};
    step.channels = static_cast<int>(guide_.channels.size());
    step.width = columns.count();
    step.fits = inside(fits);
    step.results = inside(results);
    step.period = restart_period(guide_.scale);
    step.radius = radius_x_;
    step.stride = slab.stride();
    step.columns = sums;
    step.models = models;
    step.model_columns = sums + sizes.columns;
    step.out = out;
    step.carried = out + sizes.cells;

    // Rows above and below the image count nothing: costs of 0, and no models.
    GuideStatistics::Rows rows(statistics_, columns);
    const std::vector<float> no_models(static_cast<std::size_t>(columns.count() * statistics_.entries()));
    std::vector<float> shares(static_cast<std::size_t>(columns.count()));
    double shares_rows = 0;
    step.shares = shares.data();
    const std::size_t first = static_cast<std::size_t>(step.results.begin) * static_cast<std::size_t>(slab.stride());
    for (int y = 0; y < height + 2 * radius_y_; ++y) {
      const int leaving = y - 2 * radius_y_ - 1;
      const int fit = y - radius_y_;
      const int emitted = y - 2 * radius_y_;
      const bool costs_restart = y > 0 && y % step.period == 0;
      const bool models_restart = emitted > 0 && emitted % step.period == 0;
      if (costs_restart) {
        std::fill_n(step.columns, sizes.columns, 0.0F);
        step.reach = GuidedStep::Reach::sums;
        step.costs_leave = false;
        step.leaving = in;
        for (int v = std::max(0, y - 2 * radius_y_); v < y; ++v) {
          step.entering = cost_row(v);
          step.entering_guide = step.leaving_guide = rows.guide(std::min(v, height - 1));
          guided_step(step);
        }
      }
      if (models_restart) {
        std::fill_n(step.model_columns, sizes.columns, 0.0F);
        for (int v = std::max(0, emitted - radius_y_); v < fit; ++v) add_guided_models(step, model_row(v));
      }
      if (y < height) source(y, columns, in);
      step.entering = y < height ? in : nothing;
      step.leaving = cost_row(y);
      step.costs_leave = y >= sizes.rows && !costs_restart;
      step.reach = GuidedStep::Reach::sums;
      if (fit >= 0) {
        step.reach = GuidedStep::Reach::models;
        step.models = model_row(fit);
        step.models_leave = fit >= sizes.rows && !models_restart;
        step.windows = fit < height ? rows.next() : no_models.data();
      }
      if (emitted >= 0) {
        step.reach = GuidedStep::Reach::results;
        step.result_guide = rows.guide(emitted);
        if (const double inverse_rows = statistics_.inverse_rows(emitted); inverse_rows != shares_rows) {
          shares_rows = inverse_rows;
          for (std::size_t x = 0; x < shares.size(); ++x) {
            shares[x] = static_cast<float>(statistics_.inverse_widths()[static_cast<std::size_t>(columns.begin) + x] *
                                           inverse_rows);
          }
        }
      }
      step.entering_guide = rows.guide(std::min(y, height - 1));
      step.leaving_guide = rows.guide(std::max(leaving, 0));
      guided_step(step);
      if (emitted >= 0) sink(emitted, out + first);
    }
    spare_->put(std::move(buffer));
  }

  int strip() const override { return guided_strip(radius_x_); }

 private:
  int planes() const { return static_cast<int>(guide_.channels.size()) + 1; }

  Columns wider(Columns columns, int width) const {
    return {std::max(0, columns.begin - radius_x_), std::min(width, columns.end + radius_x_)};
  }

  const FloatImage& guide_;
  int radius_x_;
  int radius_y_;
  GuideStatistics statistics_;
  std::shared_ptr<SpareBuffers> spare_;
};

}  // namespace

AggregationFactory make_guided(const AggregateOptions& options) {
  return [gf = options.gf, spare = std::make_shared<SpareBuffers>()](const FloatImage& guide) {
    return std::make_unique<Guided>(gf, guide, spare);
  };
}

std::optional<int> guided_margin(const AggregateOptions& options) { return 2 * options.gf.radius; }

std::size_t guided_bytes(const AggregateOptions& options, const Slab& slab) {
  const int radius = options.gf.radius;
  const int columns = std::min(slab.width, 3 * guided_strip(radius) / 2 + 4 * radius);
  const Sizes sizes(slab, columns, 4, std::min(radius, slab.width - 1), std::min(radius, slab.height - 1));
  return sizeof(float) * sizes.all();
}

std::size_t guided_guide_bytes(std::size_t pixels, int channels) {
  return GuideStatistics::kept_bytes(pixels, channels);
}

}  // namespace csca
