// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "explain/path_support.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <vector>

namespace csca {
namespace {

struct Step {
  int x;
  int y;
};

// Where the pixel before lies; those of 5 paths come first.
constexpr Step steps[] = {{-1, 0}, {1, 0}, {-1, -1}, {0, -1}, {1, -1}, {-1, 1}, {0, 1}, {1, 1}};

/// One path's way to the pixel: its costs there, and for each level where it came from, pixel by pixel.
struct Way {
  std::vector<Step> pixels;             // from the border on; the last is the pixel
  std::vector<std::vector<int>> level;  // at the pixel before, by pixel and level; -1: the path begins
  std::vector<int> costs;               // at the pixel, by level
};

Way follow(const PathSums& paths, const PathUnit& unit, Levels levels, const CellsAt& costs, Step to, Step back) {
  const Plane<std::uint16_t>& luma = paths.luma();
  const auto inside = [&](Step at) { return at.x >= 0 && at.y >= 0 && at.x < luma.width() && at.y < luma.height(); };
  const auto known = [&](Step at) { return paths.known().empty() || paths.known()(at.x, at.y) != 0; };
  Way way;
  for (Step at = to; inside(at); at = {at.x + back.x, at.y + back.y}) way.pixels.push_back(at);
  std::reverse(way.pixels.begin(), way.pixels.end());
  std::vector<std::uint16_t> whole(static_cast<std::size_t>(path_stride(levels.count)));
  for (std::size_t i = 0; i < way.pixels.size(); ++i) {
    const Step at = way.pixels[i];
    path_costs(costs(at.x, at.y), 1, levels, unit, whole.data());
    std::vector<int> now(static_cast<std::size_t>(levels.count));
    std::vector<int>& from = way.level.emplace_back(static_cast<std::size_t>(levels.count), -1);
    const bool begins = i == 0 || !known(at) || !known(way.pixels[i - 1]);
    const std::vector<int>& before = way.costs;
    const auto lowest = begins ? before.begin() : std::min_element(before.begin(), before.end());
    for (int k = 0; k < levels.count; ++k) {
      now[k] = known(at) ? whole[k] : 0;
      if (begins) continue;
      const Step last = way.pixels[i - 1];
      int best = before[k];
      from[k] = k;
      const auto consider = [&](int level, int cost) {
        if (cost >= best) return;
        best = cost;
        from[k] = level;
      };
      if (k > 0) consider(k - 1, before[k - 1] + paths.small());
      if (k + 1 < levels.count) consider(k + 1, before[k + 1] + paths.small());
      consider(static_cast<int>(lowest - before.begin()),
               *lowest + paths.large(std::abs(luma(at.x, at.y) - luma(last.x, last.y))));
      now[k] += best - *lowest;
    }
    way.costs = std::move(now);
  }
  return way;
}

/// The lowest, and the lowest that is not beside it.
std::pair<int, int> best_two(const std::vector<int>& sums) {
  const int best = static_cast<int>(std::min_element(sums.begin(), sums.end()) - sums.begin());
  int second = best;
  int least = std::numeric_limits<int>::max();
  for (int k = 0; k < static_cast<int>(sums.size()); ++k) {
    if (std::abs(k - best) < 2 || sums[k] >= least) continue;
    least = sums[k];
    second = k;
  }
  return {best, second};
}

}  // namespace

Plane<float> path_support(const PathSums& paths, const CostScale& scale, Levels levels, const CellsAt& costs, int x,
                          int y) {
  const PathUnit unit = paths.unit(scale);
  std::vector<Way> ways;
  std::vector<int> sums(static_cast<std::size_t>(levels.count));
  for (int i = 0; i < paths.paths(); ++i) {
    ways.push_back(follow(paths, unit, levels, costs, {x, y}, steps[i]));
    std::transform(sums.begin(), sums.end(), ways.back().costs.begin(), sums.begin(), std::plus<>());
  }
  const auto [best, second] = best_two(sums);
  Plane<float> weights(paths.luma().width(), paths.luma().height());
  const float share = 1.0F / static_cast<float>(paths.paths());
  for (const Way& way : ways) {
    int a = best;
    int b = second;
    for (std::size_t i = way.pixels.size(); i-- > 0 && a >= 0 && a != b;) {
      weights(way.pixels[i].x, way.pixels[i].y) += share;
      a = way.level[i][a];
      b = way.level[i][b];
    }
  }
  return weights;
}

}  // namespace csca
