// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guided.hpp"

#include "aggregate/guide_statistics.hpp"
#include "aggregate/row_box.hpp"

#include <algorithm>

namespace csca {
namespace {

constexpr int lanes = box_lanes;

template <int channels>
class Guided final : public Aggregation {
 public:
  static constexpr int planes = channels + 1;

  Guided(const GuidedOptions& options, const FloatImage& guide)
      : radius_(options.radius), statistics_(guide, options.radius, options.epsilon) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    std::vector<float> out(slab.row_size());
    flow(slab, source, [&](int y, const RowBox& fits) {
      evaluate(fits, y, slab.stride(), out.data());
      sink(y, out.data());
    });
  }

  /// Rows of costs in; for each row y in turn emit(y, fits), where fits holds what the mean of the windows' models is
  /// made of.
  template <class Emit>
  void flow(const Slab& slab, const RowSource& source, const Emit& emit) const {
    const int stride = slab.stride();
    RowBox products(slab.width, slab.height, planes, stride, radius_);
    RowBox fits(slab.width, slab.height, planes, stride, radius_);
    std::vector<float> costs(slab.row_size());

    RowBoxDriver second(
        fits, slab.height, radius_, [&](int y, float* row) { fit(products, y, stride, row); },
        [&](int y) { emit(y, fits); });
    RowBoxDriver first(
        products, slab.height, radius_,
        [&](int y, float* row) {
          source(y, costs.data());
          multiply(y, stride, costs.data(), row);
        },
        [&](int) { second.push(); });
    for (int y = 0; y < slab.height; ++y) first.push();
  }

  const GuideStatistics<channels>& statistics() const { return statistics_; }

 private:
  /// p and I p of each cell.
  void multiply(int y, int stride, const float* costs, float* row) const {
    const int width = statistics_.guide[0].width();
    for (int x = 0; x < width; ++x) {
      const float* __restrict p = costs + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride);
      float* __restrict cell = row + static_cast<std::size_t>(x) * static_cast<std::size_t>(planes * stride);
      for (int k = 0; k < stride; ++k) cell[k] = p[k];
      for (int c = 0; c < channels; ++c) {
        const float guide = statistics_.guide[c](x, y);
        for (int k = 0; k < stride; ++k) cell[(c + 1) * stride + k] = guide * p[k];
      }
    }
  }

  /// The window's linear model: a = (Sigma + eps)^-1 cov(I, p), b = mean(p) - a mean(I). Stored as b, a.
  void fit(const RowBox& products, int y, int stride, float* row) const {
    for (int lane = 0; lane < stride; lane += lanes) {
      products.along<planes>(y, lane, stride, [&](int x, const float(&mean)[planes][lanes]) {
        float* cell = row + static_cast<std::size_t>(x) * static_cast<std::size_t>(planes * stride) + lane;
        float m[channels];
        float inverse[GuideStatistics<channels>::pairs];
        for (int c = 0; c < channels; ++c) m[c] = statistics_.mean[c](x, y);
        for (int i = 0; i < GuideStatistics<channels>::pairs; ++i) inverse[i] = statistics_.inverse[i](x, y);
        float cov[channels][lanes];
        for (int c = 0; c < channels; ++c) {
          for (int k = 0; k < lanes; ++k) cov[c][k] = mean[c + 1][k] - m[c] * mean[0][k];
        }
        float b[lanes];
        for (int k = 0; k < lanes; ++k) b[k] = mean[0][k];
        for (int c = 0; c < channels; ++c) {
          float* a = cell + (c + 1) * stride;
          for (int k = 0; k < lanes; ++k) {
            float sum = 0;
            for (int j = 0; j < channels; ++j) sum += inverse[place(c, j)] * cov[j][k];
            a[k] = sum;
            b[k] -= sum * m[c];
          }
        }
        for (int k = 0; k < lanes; ++k) cell[k] = b[k];
      });
    }
  }

  /// mean(a) I + mean(b).
  void evaluate(const RowBox& fits, int y, int stride, float* out) const {
    for (int lane = 0; lane < stride; lane += lanes) {
      fits.along<planes>(y, lane, stride, [&](int x, const float(&mean)[planes][lanes]) {
        float* q = out + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride) + lane;
        float sum[lanes];
        for (int k = 0; k < lanes; ++k) sum[k] = mean[0][k];
        for (int c = 0; c < channels; ++c) {
          const float guide = statistics_.guide[c](x, y);
          for (int k = 0; k < lanes; ++k) sum[k] += guide * mean[c + 1][k];
        }
        for (int k = 0; k < lanes; ++k) q[k] = sum[k];
      });
    }
  }

  /// Index of entry (row, column) in an upper triangle.
  static constexpr int place(int row, int column) {
    const int low = std::min(row, column);
    const int high = std::max(row, column);
    return low * channels - low * (low - 1) / 2 + (high - low);
  }

  int radius_;
  GuideStatistics<channels> statistics_;
};

/// The fast variant: models are fitted on every n-th pixel only, with a window of the same extent, and their means are
/// interpolated to the pixels between. The guide keeps its full resolution, so edges do too.
template <int channels>
class SubsampledGuided final : public Aggregation {
 public:
  static constexpr int planes = channels + 1;

  SubsampledGuided(const GuidedOptions& options, const FloatImage& guide)
      : step_(options.subsample), sparse_(every(guide, step_)), models_(coarse_options(options), sparse_) {
    for (int c = 0; c < channels; ++c) {
      guide_[c] = guide.channels[c];
      // The models know the guide less its mean over the pixels that they saw.
      const float shift = sparse_.channels[c](0, 0) - models_.statistics().guide[c](0, 0);
      for (float& value : guide_[c]) value -= shift;
    }
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const Slab sparse{sparse_.width(), sparse_.height(), slab.levels};
    const int stride = slab.stride();
    const std::size_t model_row = sparse.row_size() * planes;
    std::vector<float> costs(slab.row_size());
    std::vector<float> out(slab.row_size());
    std::vector<float> above(model_row);  // mean models of the sparse row above, and of the one that has just come
    std::vector<float> below(model_row);

    const auto every_row = [&](int y, float* row) {
      source(y * step_, costs.data());
      for (int x = 0; x < sparse.width; ++x) {
        std::copy_n(costs.data() + static_cast<std::size_t>(x * step_) * static_cast<std::size_t>(stride), stride,
                    row + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride));
      }
    };
    const auto send = [&](int y, float share) {
      interpolate(slab, y, share, above.data(), below.data(), out.data());
      sink(y, out.data());
    };
    models_.flow(sparse, every_row, [&](int y, const RowBox& fits) {
      std::swap(above, below);
      for (int lane = 0; lane < stride; lane += lanes) {
        fits.along<planes>(y, lane, stride, [&](int x, const float(&mean)[planes][lanes]) {
          float* cell = below.data() + static_cast<std::size_t>(x) * static_cast<std::size_t>(planes * stride) + lane;
          for (int p = 0; p < planes; ++p) std::copy_n(mean[p], lanes, cell + p * stride);
        });
      }
      if (y == 0) return send(0, 1);
      for (int row = (y - 1) * step_ + 1; row <= y * step_; ++row) {
        send(row, static_cast<float>(row - (y - 1) * step_) / static_cast<float>(step_));
      }
    });
    for (int row = (sparse.height - 1) * step_ + 1; row < slab.height; ++row) send(row, 1);
  }

 private:
  static GuidedOptions coarse_options(GuidedOptions options) {
    options.radius = std::max(1, options.radius / options.subsample);
    return options;
  }

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
    const auto cell = static_cast<std::size_t>(planes * stride);
    for (int x = 0; x < slab.width; ++x) {
      const int left = x / step_;
      const int right = std::min(left + 1, sparse_.width() - 1);
      const float across = static_cast<float>(x % step_) / static_cast<float>(step_);
      const float weight[4] = {(1 - share) * (1 - across), (1 - share) * across, share * (1 - across), share * across};
      const float* corner[4] = {
          above + static_cast<std::size_t>(left) * cell, above + static_cast<std::size_t>(right) * cell,
          below + static_cast<std::size_t>(left) * cell, below + static_cast<std::size_t>(right) * cell};
      float* q = out + static_cast<std::size_t>(x) * static_cast<std::size_t>(stride);
      std::fill(q, q + stride, 0.0F);
      for (int i = 0; i < 4; ++i) {
        for (int p = 0; p < planes; ++p) {
          const float factor = weight[i] * (p == 0 ? 1.0F : guide_[p - 1](x, y));
          for (int k = 0; k < stride; ++k) q[k] += factor * corner[i][p * stride + k];
        }
      }
    }
  }

  int step_;
  FloatImage sparse_;
  Guided<channels> models_;
  std::array<Plane<float>, channels> guide_;
};

template <int channels>
std::unique_ptr<Aggregation> make(const GuidedOptions& options, const FloatImage& guide) {
  if (options.subsample == 1) return std::make_unique<Guided<channels>>(options, guide);
  return std::make_unique<SubsampledGuided<channels>>(options, guide);
}

}  // namespace

AggregationFactory make_guided(const AggregateOptions& options) {
  return [gf = options.gf](const FloatImage& guide) {
    return guide.channels.size() == 1 ? make<1>(gf, guide) : make<3>(gf, guide);
  };
}

std::size_t guided_bytes(const AggregateOptions& options, const Slab& slab) {
  constexpr std::size_t planes = 4;
  const auto ring = static_cast<std::size_t>(std::min(2 * options.gf.radius + 2, slab.height + 1)) + 1;
  return sizeof(float) * slab.row_size() * (2 * planes * ring + 2);
}

}  // namespace csca
