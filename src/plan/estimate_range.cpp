// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include "plan/first_look.hpp"
#include "plan/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

/// Negative disparities need evidence: most pairs cannot have them, and wrong matches fall anywhere.
bool has_negative(const Look& look) {
  std::size_t known = 0;
  std::size_t negative = 0;
  for (const float d : look.disparity) {
    known += std::isnan(d) ? 0 : 1;
    negative += static_cast<double>(d) * look.factor < -1 ? 1 : 0;
  }
  return static_cast<double>(negative) > 0.02 * static_cast<double>(known);
}

/// How much of the image's height has the nearest things leave the right image on its left side.
double leaving_share(const Plane<float>& disparity, Span span) {
  const double nearest = span.high - 0.2 * (span.high - span.low);
  const double edge = 0.03 * disparity.width();
  int rows = 0;
  for (int y = 0; y < disparity.height(); ++y) {
    int leaving = 0;
    for (int x = 0; x < disparity.width(); ++x) {
      const auto d = static_cast<double>(disparity(x, y));
      leaving += d >= nearest && x - d < edge ? 1 : 0;
    }
    rows += leaving >= 2 ? 1 : 0;
  }
  return static_cast<double>(rows) / disparity.height();
}

/// The margin at the near end, as a share of the depth: near things may be too small for the copy. Those that leave the
/// right image go on where only the left camera sees them, and may come nearer there. The margin grows steadily with
/// their share, so that the frames of a video have ranges alike.
double near_margin(const Plane<float>& disparity, Span span) {
  return 0.1 + 0.2 * std::clamp((leaving_share(disparity, span) - 0.1) / 0.1, 0.0, 1.0);
}

/// The levels, pixels of the pair, that cover a span and its margins: a pixel of the copy for its coarseness, and a
/// share of the depth, a small one at the far end, since far things are large and were seen.
Levels with_margins(Span span, const Look& look) {
  const bool negative = has_negative(look);
  if (!negative) span.low = std::max(span.low, 0.0);
  const double depth = std::max(span.high - span.low, 0.0);
  const double below = 0.04 * depth + 1;
  const double above = near_margin(look.disparity, span) * depth + 1;
  int first = static_cast<int>(std::floor((span.low - below) * look.factor));
  const int last = static_cast<int>(std::ceil((span.high + above) * look.factor));
  if (!negative) first = std::max(first, 0);
  return {first, std::max(1, last - first + 1)};
}

}  // namespace

std::optional<Seen> see_range(const std::vector<SmallPair>& copies, int threads) {
  const Look look = closer_look(copies, first_look(copies, threads), threads);
  const std::optional<Span> span = span_of(look.disparity);
  if (!span) return {};
  return Seen{span->low * look.factor, span->high * look.factor, look.factor, with_margins(*span, look)};
}

Levels estimate_range(const Pair& pair, const Options& options) {
  check(pair.left, "left");
  check(pair.right, "right");
  check_sizes(pair);
  const std::optional<Seen> seen = see_range(small_pairs(pair, options), options.run.threads);
  return seen ? seen->range : Levels{0, std::min(64, pair.left.width)};
}

Levels estimate_range(const ImageView& left, const ImageView& right, const Options& options) {
  return estimate_range(Pair{left, right}, options);
}

std::string in_words(Levels range, bool opposite_sign) {
  return opposite_sign ? fmt::format("{} to {}", -range.last(), -range.first)
                       : fmt::format("{} to {}", range.first, range.last());
}

Levels resolve_range(const std::vector<SmallPair>& copies, const Pair& pair, const Options& options) {
  const RangeOptions& asked = options.range;
  Levels range{asked.first.value_or(0), asked.levels.value_or(0)};
  if (!asked.levels) {
    const std::optional<Seen> found = see_range(copies, options.run.threads);
    const Levels seen = found ? found->range : Levels{range.first, std::min(64, pair.left.width)};
    if (!asked.first) range.first = seen.first;
    range.count = seen.last() - range.first + 1;
    if (range.count < 1) {
      throw Error(
          fmt::format("first is {} but the pair shows disparities {} to {}: give a smaller first, or levels too",
                      range.first, seen.first, seen.last()));
    }
  }
  if (asked.skip_zero && range.first == 0) {
    if (range.count == 1)
      throw Error("levels is 1 and disparity 0 is skipped: allowed is a range with another disparity");
    ++range.first;
    --range.count;
  }
  return range;
}

Levels resolve_range(const Pair& pair, const Options& options) {
  check(pair.left, "left");
  check(pair.right, "right");
  check_sizes(pair);
  return resolve_range(options.range.levels ? std::vector<SmallPair>() : small_pairs(pair, options), pair, options);
}

Levels resolve_range(const ImageView& left, const ImageView& right, const Options& options) {
  return resolve_range(Pair{left, right}, options);
}

}  // namespace csca
