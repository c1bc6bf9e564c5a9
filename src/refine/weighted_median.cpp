// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "refine/fill.hpp"
#include "refine/pixels.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

struct Vote {
  float value;
  float weight;
};

double weight_of(PooledVector<Vote>::iterator begin, PooledVector<Vote>::iterator end) {
  double sum = 0;
  for (auto vote = begin; vote != end; ++vote) sum += static_cast<double>(vote->weight);
  return sum;
}

/// The lowest value at which half of the weight is reached. Splits around a pivot and goes on in one part: linear on
/// average where a sort would dominate the step. Needs at least one vote.
float weighted_median(PooledVector<Vote>& votes) {
  auto begin = votes.begin();
  auto end = votes.end();
  const double half = weight_of(begin, end) / 2;
  double below = 0;  // weight of the values under those of [begin, end)
  while (true) {
    const float pivot = begin[(end - begin) / 2].value;
    const auto equal = std::partition(begin, end, [=](const Vote& vote) { return vote.value < pivot; });
    const auto above = std::partition(equal, end, [=](const Vote& vote) { return vote.value == pivot; });
    const double lower = below + weight_of(begin, equal);
    const double reached = lower + weight_of(equal, above);
    if (lower >= half && equal != begin) {
      end = equal;
    } else if (reached >= half || above == end) {  // the second only when rounding lost the half
      return pivot;
    } else {
      begin = above;
      below = reached;
    }
  }
}

/// Collects the window of a pixel, weighted by exp(-r^2 / sigma_space^2 - c^2 / sigma_colour^2). Of large windows only
/// a grid of pixels votes, the one in the middle among them: maps are smooth, and the time then does not grow with the
/// window.
class Window {
 public:
  Window(const Plane<float>& map, const FloatImage& guide, const WeightedMedianOptions& options)
      : map_(map), guide_(guide), radius_(options.radius) {
    // A sigma near 0 has to leave 0 times this at 0, not NaN.
    colour_scale_ = static_cast<float>(std::min(1 / (options.sigma_colour * options.sigma_colour), 1e30));
    step_ = (radius_ + most_steps - 1) / most_steps;
    for (int distance = 0; distance <= radius_; ++distance) {
      const double share = distance / options.sigma_space;
      space_.push_back(static_cast<float>(std::exp(-share * share)));
    }
  }

  void collect(int x, int y, PooledVector<Vote>& votes) const {
    votes.clear();
    for (int v = first(y); v <= std::min(y + radius_, map_.height() - 1); v += step_) {
      for (int u = first(x); u <= std::min(x + radius_, map_.width() - 1); u += step_) {
        if (!has_value(map_(u, v))) continue;
        float square = 0;
        for (const Plane<float>& channel : guide_.channels) {
          const float difference = channel(u, v) - channel(x, y);
          square += difference * difference;
        }
        const float weight = space_[std::abs(u - x)] * space_[std::abs(v - y)] * std::exp(-square * colour_scale_);
        votes.push_back({map_(u, v), weight});
      }
    }
  }

 private:
  static constexpr int most_steps = 5;  // of the grid, on each side of the pixel

  /// The first column or row of the grid around a place.
  int first(int place) const { return place - std::min(place, radius_) / step_ * step_; }

  const Plane<float>& map_;
  const FloatImage& guide_;
  int radius_;
  int step_;
  float colour_scale_;
  PooledVector<float> space_;  // by distance along one axis
};

}  // namespace

void refine_weighted_median(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  const Plane<float> background = filled_map(refinement);
  const AlignedVector<std::size_t> pixels = pixels_to_fill(refinement, options.fill);
  for (const std::size_t i : pixels) give(refinement, i, background.data()[i]);

  // Votes come from the map as it was filled, not from medians already taken: the order of pixels plays no part.
  const Plane<float> before = refinement.disparity;
  const Window window(before, refinement.guide, options.wm);
  const auto width = static_cast<std::size_t>(before.width());
  const auto filter_row = [&](int y) {
    const std::size_t start = offset(y, width);
    auto pixel = std::lower_bound(pixels.begin(), pixels.end(), start);
    PooledVector<Vote> votes;
    for (; pixel != pixels.end() && *pixel < start + width; ++pixel) {
      window.collect(static_cast<int>(*pixel - start), y, votes);
      refinement.disparity.data()[*pixel] = weighted_median(votes);
    }
  };
  parallel_for(refinement.threads, before.height(), filter_row);
}

}  // namespace csca
