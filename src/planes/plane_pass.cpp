// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_pass.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace csca {
namespace {

/// What a plane offers a left pixel.
struct Offer {
  int x;
  int y;
  double disparity;
  float cost;
};

/// A winner's rival is the lowest cost of those that are more than a level away from it.
void keep_rival(const Offer& offer, bool wins, Selection& best) {
  const bool elsewhere = !(std::abs(offer.disparity - best.disparity(offer.x, offer.y)) <= 1);
  float& rival = best.rival(offer.x, offer.y);
  if (elsewhere) rival = std::min(rival, wins ? best.cost(offer.x, offer.y) : offer.cost);
}

/// What the offer takes off the energy.
double take_lower(const Offer& offer, std::uint8_t number, Selection& best) {
  const float before = best.cost(offer.x, offer.y);
  const bool wins = offer.cost < before;
  if (!best.rival.empty()) keep_rival(offer, wins, best);
  if (!wins) return 0;
  best.disparity(offer.x, offer.y) = static_cast<float>(offer.disparity);
  best.cost(offer.x, offer.y) = offer.cost;
  best.plane(offer.x, offer.y) = number;
  return std::isfinite(before) ? double{before} - double{offer.cost} : 0;
}

/// The right columns on both sides of the partner, each with the disparity that the plane has there: a plane that the
/// right camera sees wider leaves no gaps.
void offer_right(const Offer& offer, const SlantedPlane& plane, Selection& best) {
  const double partner = offer.x - offer.disparity;
  const int left = static_cast<int>(partner);
  for (int x = left; x <= std::min(left + 1, best.right_cost.width() - 1); ++x) {
    if (!(offer.cost < best.right_cost(x, offer.y))) continue;
    best.right_cost(x, offer.y) = offer.cost;
    best.right_diagonal(x, offer.y) =
        static_cast<float>(offer.disparity + (x - partner) * plane.along / (1 - plane.along));
  }
}

}  // namespace

Options options_around_plane(const Options& options) {
  Options around = options;
  around.select = {.subpixel = options.select.subpixel};
  around.range.skip_zero = false;
  return around;
}

double energy_of(const Selection& best) {
  double sums[8] = {};  // so that no addition waits for the one before it
  for (std::size_t i = 0; i < best.cost.size(); ++i) {
    const float cost = best.cost.data()[i];
    sums[i % std::size(sums)] += std::isfinite(cost) ? double{cost} : 0;
  }
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

double compete(const Selection& around, const Ranges& ranges, const Place& place, std::size_t index, Selection& best) {
  const SlantedPlane& plane = best.planes[index];
  const int width = best.disparity.width();
  double gain = 0;
  for (int y = 0; y < best.disparity.height(); ++y) {
    for (int x = 0; x < width; ++x) {
      if (!place.has(x, y)) continue;
      const double step = around.disparity(x, y);
      if (!(std::abs(step) < ranges.around.last() - 0.5)) continue;
      const double d = plane.at(x, y) + step * (1 - plane.along);
      const double partner = x - d;
      if (!(partner >= 0 && partner <= width - 1) || d < ranges.whole.first || d > ranges.whole.last()) continue;
      const Offer offer{x, y, d, around.cost(x, y)};
      gain += take_lower(offer, static_cast<std::uint8_t>(index + 1), best);
      if (!best.right_cost.empty()) offer_right(offer, plane, best);
    }
  }
  return gain;
}

}  // namespace csca
