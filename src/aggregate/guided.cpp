// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided.hpp"

#include "aggregate/guide_statistics.hpp"
#include "aggregate/guided_kernels.hpp"
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
  std::size_t out;        // the row that leaves
  std::size_t carried;    // along the row
  int rows;               // of the rings: the row that enters replaces the one that leaves

  Sizes(const Slab& slab, int columns_along, int planes, int radius_x, int radius_y, GuidedStep::Result result)
      : cells(offset(columns_along, slab.stride())),
        model_row(offset(planes, cells)),
        columns(model_row + static_cast<std::size_t>((2 * radius_x + 1) * planes * slab.stride())),
        out(result == GuidedStep::Result::costs ? cells : model_row),
        carried(static_cast<std::size_t>(3 * planes * slab.stride())),
        rows(2 * radius_y + 1) {}

  std::size_t costs() const { return cells * static_cast<std::size_t>(rows); }
  std::size_t models() const { return model_row * static_cast<std::size_t>(rows); }
  std::size_t all() const { return costs() + models() + 2 * columns + 2 * cells + out + carried; }
};

/// Fits models in windows and takes the mean of those that a pixel is part of, as rows flow.
class Models {
 public:
  Models(const FloatImage& guide, int radius, double epsilon, std::shared_ptr<SpareBuffers> spare)
      : guide_(guide),
        // A window that reaches over both borders is the same with a smaller radius.
        radius_x_(std::min(radius, guide.width() - 1)),
        radius_y_(std::min(radius, guide.height() - 1)),
        statistics_(guide, radius_x_, radius_y_, epsilon),
        spare_(std::move(spare)) {}

  int planes() const { return static_cast<int>(guide_.channels.size()) + 1; }
  float shift(int channel) const { return statistics_.shift()[static_cast<std::size_t>(channel)]; }

  /// Rows of costs in; `emit` gets row after row of what `result` says.
  void run(const Slab& slab, GuidedStep::Result result, const RowSource& source, const RowSink& emit) const {
    const int height = slab.height;
    // Results need models of some columns more on both sides, and these need costs of as many again.
    const Columns results = slab.results();
    const Columns fits = wider(results, slab.width);
    const Columns columns = wider(fits, slab.width);
    const auto inside = [&](Columns part) { return Columns{part.begin - columns.begin, part.end - columns.begin}; };
    const Sizes sizes(slab, columns.count(), planes(), radius_x_, radius_y_, result);
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
    step.radius = radius_x_;
    step.stride = slab.stride();
    step.result = result;
    step.columns = sums;
    step.models = models;
    step.model_columns = sums + sizes.columns;
    step.out = out;
    step.carried = out + sizes.out;

    // Rows above and below the image count nothing: costs of 0, and no models.
    GuideStatistics::Rows rows(statistics_, columns);
    const std::vector<float> no_models(static_cast<std::size_t>(columns.count() * statistics_.entries()));
    std::vector<float> shares(static_cast<std::size_t>(columns.count()));
    double shares_rows = 0;
    step.shares = shares.data();
    const std::size_t first =
        static_cast<std::size_t>(step.results.begin) * (sizes.out / static_cast<std::size_t>(columns.count()));
    for (int y = 0; y < height + 2 * radius_y_; ++y) {
      const int leaving = y - 2 * radius_y_ - 1;
      const int fit = y - radius_y_;
      const int emitted = y - 2 * radius_y_;
      if (y < height) source(y, columns, in);
      step.entering = y < height ? in : nothing;
      step.leaving = cost_row(y);
      step.costs_leave = y >= sizes.rows;
      step.reach = GuidedStep::Reach::sums;
      if (fit >= 0) {
        step.reach = GuidedStep::Reach::models;
        step.models = model_row(fit);
        step.models_leave = fit >= sizes.rows;
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
      if (emitted >= 0) emit(emitted, out + first);
    }
    spare_->put(std::move(buffer));
  }

  int radius() const { return radius_x_; }

 private:
  Columns wider(Columns columns, int width) const {
    return {std::max(0, columns.begin - radius_x_), std::min(width, columns.end + radius_x_)};
  }

  const FloatImage& guide_;
  int radius_x_;
  int radius_y_;
  GuideStatistics statistics_;
  std::shared_ptr<SpareBuffers> spare_;
};

class Guided final : public Aggregation {
 public:
  Guided(const GuidedOptions& options, const FloatImage& guide, std::shared_ptr<SpareBuffers> spare)
      : models_(guide, options.radius, options.epsilon, std::move(spare)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    models_.run(slab, GuidedStep::Result::costs, source, sink);
  }

  int strip() const override { return guided_strip(models_.radius()); }

 private:
  Models models_;
};

/// The fast variant: models are fitted on every n-th pixel only, with a window of the same extent, and their means are
/// interpolated to the pixels between. The guide keeps its full resolution, so edges do too.
class SubsampledGuided final : public Aggregation {
 public:
  SubsampledGuided(const GuidedOptions& options, const FloatImage& guide, std::shared_ptr<SpareBuffers> spare)
      : step_(options.subsample),
        guide_(guide),
        sparse_(every(guide, step_)),
        models_(sparse_, std::max(1, options.radius / step_), options.epsilon, std::move(spare)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const Slab sparse{sparse_.width(), sparse_.height(), slab.levels};
    const std::size_t model_row = sparse.row_size() * static_cast<std::size_t>(models_.planes());
    std::vector<float> costs(slab.row_size());
    std::vector<float> out(slab.row_size());
    std::vector<float> above(model_row);  // mean models of the sparse row above, and of the one that has just come
    std::vector<float> below(model_row);

    const int stride = slab.stride();
    const auto every_row = [&](int y, Columns, float* row) {
      source(y * step_, {0, slab.width}, costs.data());
      for (int x = 0; x < sparse.width; ++x) {
        std::copy_n(costs.data() + offset(x * step_, stride), stride, row + offset(x, stride));
      }
    };
    const auto send = [&](int y, float share) {
      interpolate(slab, y, share, above.data(), below.data(), out.data());
      sink(y, out.data());
    };
    models_.run(sparse, GuidedStep::Result::models, every_row, [&](int y, const float* means) {
      std::swap(above, below);
      std::copy_n(means, model_row, below.data());
      if (y == 0) return send(0, 1);
      for (int row = (y - 1) * step_ + 1; row <= y * step_; ++row) {
        send(row, static_cast<float>(row - (y - 1) * step_) / static_cast<float>(step_));
      }
    });
    for (int row = (sparse.height - 1) * step_ + 1; row < slab.height; ++row) send(row, 1);
  }

 private:
  static FloatImage every(const FloatImage& image, int step) {
    FloatImage result;
    for (const Plane<float>& channel : image.channels) {
      Plane<float>& sparse =
          result.channels.emplace_back((image.width() + step - 1) / step, (image.height() + step - 1) / step);
      for (int y = 0; y < sparse.height(); ++y) {
        for (int x = 0; x < sparse.width(); ++x) sparse(x, y) = channel(x * step, y * step);
      }
    }
    return result;
  }

  /// a I + b of row y with models between two sparse rows: `share` of the lower one.
  void interpolate(const Slab& slab, int y, float share, const float* above, const float* below, float* out) const {
    const int stride = slab.stride();
    const int planes = models_.planes();
    const auto cell = static_cast<std::size_t>(planes * stride);
    for (int x = 0; x < slab.width; ++x) {
      const int left = x / step_;
      const int right = std::min(left + 1, sparse_.width() - 1);
      const float across = static_cast<float>(x % step_) / static_cast<float>(step_);
      const float weight[4] = {(1 - share) * (1 - across), (1 - share) * across, share * (1 - across), share * across};
      const float* corner[4] = {above + offset(left, cell), above + offset(right, cell), below + offset(left, cell),
                                below + offset(right, cell)};
      float* q = out + offset(x, stride);
      std::fill(q, q + stride, 0.0F);
      for (int i = 0; i < 4; ++i) {
        for (int p = 0; p < planes; ++p) {
          const float factor =
              weight[i] *
              (p == 0 ? 1.0F : guide_.channels[static_cast<std::size_t>(p - 1)](x, y) - models_.shift(p - 1));
          for (int k = 0; k < stride; ++k) q[k] += factor * corner[i][p * stride + k];
        }
      }
    }
  }

  int step_;
  const FloatImage& guide_;
  FloatImage sparse_;
  Models models_;
};

}  // namespace

AggregationFactory make_guided(const AggregateOptions& options) {
  return [gf = options.gf,
          spare = std::make_shared<SpareBuffers>()](const FloatImage& guide) -> std::unique_ptr<Aggregation> {
    if (gf.subsample == 1) return std::make_unique<Guided>(gf, guide, spare);
    return std::make_unique<SubsampledGuided>(gf, guide, spare);
  };
}

std::optional<int> guided_margin(const AggregateOptions& options) {
  if (options.gf.subsample > 1) return std::nullopt;
  return 2 * options.gf.radius;
}

std::size_t guided_bytes(const AggregateOptions& options, const Slab& slab) {
  const int radius = options.gf.radius;
  const int columns = std::min(slab.width, 3 * guided_strip(radius) / 2 + 4 * radius);
  const Sizes sizes(slab, columns, 4, std::min(radius, slab.width - 1), std::min(radius, slab.height - 1),
                    GuidedStep::Result::costs);
  return sizeof(float) * sizes.all();
}

std::size_t guided_guide_bytes(std::size_t pixels, int channels) {
  return GuideStatistics::kept_bytes(pixels, channels);
}

}  // namespace csca
