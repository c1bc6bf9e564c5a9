// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tiles/local_ranges.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace csca {
namespace {

/// The least and the largest disparity of a look around a tile, pixels of the pair.
std::optional<Span> seen_in(const Window& tile, const Look& look) {
  constexpr int around = 4;  // pixels of the copy
  const auto copied = [&](int pixel) { return static_cast<int>(pixel / look.factor); };
  const int bottom = std::min(copied(tile.bottom()) + around, look.disparity.height());
  const int right = std::min(copied(tile.right()) + around, look.disparity.width());
  std::optional<Span> span;
  for (int y = std::max(copied(tile.y) - around, 0); y < bottom; ++y) {
    for (int x = std::max(copied(tile.x) - around, 0); x < right; ++x) {
      const double d = static_cast<double>(look.disparity(x, y)) * look.factor;
      if (std::isnan(d)) continue;
      if (!span) span = Span{d, d};
      span->low = std::min(span->low, d);
      span->high = std::max(span->high, d);
    }
  }
  return span;
}

}  // namespace

std::vector<Levels> local_ranges(const std::vector<Window>& tiles, Levels range, const std::vector<SmallPair>& copies,
                                 int threads) {
  const Look look = closer_look(copies, first_look(copies, threads), threads);
  std::vector<Levels> ranges;
  for (const Window& tile : tiles) {
    const std::optional<Span> span = seen_in(tile, look);
    if (!span) {
      ranges.push_back(range);
      continue;
    }
    // Two pixels of the copy for its coarseness, and a share of the tile's own depth for what is too small for it.
    const double margin = 2 * look.factor + 0.25 * (span->high - span->low);
    const int first = std::clamp(static_cast<int>(std::floor(span->low - margin)), range.first, range.last());
    const int last = std::clamp(static_cast<int>(std::ceil(span->high + margin)), first, range.last());
    ranges.push_back({first, last - first + 1});
  }
  return ranges;
}

}  // namespace csca
