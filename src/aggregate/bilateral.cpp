// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/bilateral.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace csca {
namespace {

constexpr int lanes = 8;              // Volume pads levels to this
constexpr float negligible = 1e-10F;  // a weight that cannot change a sum of a few thousand float32 values

/// e^-t for t >= 0, to about 1e-7 relative; plain arithmetic, so that loops over it vectorise. 0 from t = 60.
inline float exp_minus(float t) {
  const float x = std::min(t, 60.0F) * -1.44269504F;
  const int whole = static_cast<int>(x - 0.5F);  // the nearest: x is not positive
  // Taylor series of 2^f for f in [-1/2, 1/2], by Horner's rule.
  const float u = (x - static_cast<float>(whole)) * 0.693147181F;
  const float series =
      1 + u * (1 + u * (0.5F + u * (1.0F / 6 + u * (1.0F / 24 + u * (1.0F / 120 + u * (1.0F / 720 + u / 5040))))));
  const float value = series * std::bit_cast<float>((whole + 127) << 23);
  return t >= 60.0F ? 0.0F : value;
}

class Bilateral final : public Aggregation {
 public:
  Bilateral(const BilateralOptions& options, const FloatImage& guide) : options_(options), guide_(guide) {
    const int side = 2 * options.radius + 1;
    space_ = Plane<float>(side, side);
    for (int dy = -options.radius; dy <= options.radius; ++dy) {
      for (int dx = -options.radius; dx <= options.radius; ++dx) {
        space_(dx + options.radius, dy + options.radius) =
            static_cast<float>((dx * dx + dy * dy) / (options.sigma_space * options.sigma_space));
      }
    }
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const int radius = options_.radius;
    // A window that wraps around needs rows from the other end of the image: then all are kept.
    const int kept = options_.wrap ? slab.height : std::min(2 * radius + 1, slab.height);
    std::vector<float> ring(slab.row_size() * static_cast<std::size_t>(kept));
    const auto ring_row = [&](int y) { return ring.data() + slab.row_size() * static_cast<std::size_t>(y % kept); };
    std::vector<float> out(slab.row_size());
    std::vector<Support> support;

    int entered = 0;
    for (int y = 0; y < slab.height; ++y) {
      const int needed = options_.wrap ? slab.height - 1 : std::min(y + radius, slab.height - 1);
      for (; entered <= needed; ++entered) source(entered, ring_row(entered));
      for (int x = 0; x < slab.width; ++x) {
        const float total = collect(slab, x, y, ring_row, support);
        float* target = out.data() + static_cast<std::size_t>(x) * static_cast<std::size_t>(slab.stride());
        for (int lane = 0; lane < slab.stride(); lane += lanes) weighted_mean(support, lane, 1 / total, target + lane);
      }
      sink(y, out.data());
    }
  }

 private:
  struct Support {
    const float* cells;
    float weight;
  };

  /// The window's pixels that count, with their weights; returns the sum of weights.
  template <class RingRow>
  float collect(const Slab& slab, int x, int y, const RingRow& ring_row, std::vector<Support>& support) const {
    const int radius = options_.radius;
    const bool wrap = options_.wrap;
    const auto stride = static_cast<std::size_t>(slab.stride());
    const auto around = [](int i, int size) { return ((i % size) + size) % size; };
    const int top = wrap ? -radius : std::max(-radius, -y);
    const int bottom = wrap ? radius : std::min(radius, slab.height - 1 - y);
    const int left = wrap ? -radius : std::max(-radius, -x);
    const int right = wrap ? radius : std::min(radius, slab.width - 1 - x);

    float weights[2 * 63 + 1];
    float total = 0;
    support.clear();
    for (int dy = top; dy <= bottom; ++dy) {
      const int row = wrap ? around(y + dy, slab.height) : y + dy;
      weigh(x, y, row, left, right, space_.row(dy + radius) + radius, weights);
      const float* cells = ring_row(row);
      for (int dx = left; dx <= right; ++dx) {
        const float weight = weights[dx - left];
        if (weight < negligible) continue;
        const int column = wrap ? around(x + dx, slab.width) : x + dx;
        support.push_back({cells + static_cast<std::size_t>(column) * stride, weight});
        total += weight;
      }
    }
    return total;
  }

  /// Weights of columns x + left .. x + right of a row: e^-(space + colour).
  void weigh(int x, int y, int row, int left, int right, const float* space, float* weights) const {
    const auto channels = static_cast<float>(guide_.channels.size());
    const auto inner = static_cast<float>(1 / (channels * options_.sigma_colour));
    const int width = guide_.width();
    const bool inside = x + left >= 0 && x + right < width;
    float difference[2 * 63 + 1] = {};
    for (const Plane<float>& channel : guide_.channels) {
      const float centre = channel(x, y);
      const float* values = channel.row(row);
      if (inside) {
        for (int dx = left; dx <= right; ++dx) difference[dx - left] += std::abs(values[x + dx] - centre);
      } else {
        for (int dx = left; dx <= right; ++dx) {
          difference[dx - left] += std::abs(values[(((x + dx) % width) + width) % width] - centre);
        }
      }
    }
    for (int i = 0; i <= right - left; ++i) {
      const float colour = difference[i] * inner;
      weights[i] = exp_minus(space[left + i] + colour * colour);
    }
  }

  static void weighted_mean(const std::vector<Support>& support, int lane, float factor, float* out) {
    float sum[lanes] = {};
    for (const Support& pixel : support) {
      for (int k = 0; k < lanes; ++k) sum[k] += pixel.weight * pixel.cells[lane + k];
    }
    for (int k = 0; k < lanes; ++k) out[k] = sum[k] * factor;
  }

  BilateralOptions options_;
  const FloatImage& guide_;
  Plane<float> space_;  // squared distance over sigma_space squared
};

}  // namespace

AggregationFactory make_bilateral(const AggregateOptions& options) {
  return [bf = options.bf](const FloatImage& guide) { return std::make_unique<Bilateral>(bf, guide); };
}

std::size_t bilateral_bytes(const AggregateOptions& options, const Slab& slab) {
  const int rows = options.bf.wrap ? slab.height : std::min(2 * options.bf.radius + 1, slab.height);
  return sizeof(float) * slab.row_size() * static_cast<std::size_t>(rows + 1);
}

}  // namespace csca
