// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "refine/fill.hpp"

#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "refine/likeness.hpp"
#include "refine/pixels.hpp"
#include "refine/surface.hpp"

#include <algorithm>
#include <array>
#include <limits>

// Occlusions are filled from the background beside them in their row, wrong matches from all sides: Hirschmueller's
// distinction (Stereo Processing by Semiglobal Matching and Mutual Information, PAMI 2008, 2.6). New here: sides go on
// as planes, colours weigh them, and medians over several rows take the streaks out.
namespace csca {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float one_surface = 1;  // sides whose planes meet within this, pixels, are parts of one surface
constexpr float unlike = 0.2F;    // difference of colour from which a hole is not its row's background
constexpr int small = 4;          // pixels: no slope matters in a hole as short as this
constexpr int strip = 32;         // columns that a task takes together

/// What a side of a hole says about a pixel; a side that is not there has weight 0.
struct Proposal {
  float disparity = infinity;
  float weight = 0;
};

/// The lowest disparity at which half of the weight is reached; unknown without any weight. Counts for each vote what
/// lies at or below it: more sums than a sort, but no branch, and lanes side by side.
template <std::size_t count>
float weighted_median(const std::array<Proposal, count>& votes) {
  constexpr std::size_t lanes = (count + 3) / 4 * 4;
  std::array<float, lanes> disparity;
  std::array<float, lanes> reached = {};
  disparity.fill(infinity);
  float sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    disparity[i] = votes[i].disparity;
    sum += votes[i].weight;
  }
  for (const Proposal& vote : votes) {
    for (std::size_t i = 0; i < lanes; ++i) reached[i] += vote.disparity <= disparity[i] ? vote.weight : 0;
  }
  float median = infinity;
  for (std::size_t i = 0; i < lanes; ++i) median = std::min(median, reached[i] >= sum / 2 ? disparity[i] : infinity);
  return median < infinity ? median : unknown;
}

float lowest_of(const std::array<Proposal, 4>& sides) {
  float lowest = infinity;
  for (const Proposal& side : sides) lowest = std::min(lowest, side.disparity);
  return lowest < infinity ? lowest : unknown;
}

/// The middle one of five.
float median_of(float a, float b, float c, float d, float e) {
  const float low = std::max(std::min(a, b), std::min(c, d));
  const float high = std::min(std::max(a, b), std::max(c, d));
  return std::max(std::min(low, high), std::min(std::max(low, high), e));
}

class Filler {
 public:
  explicit Filler(const Refinement& refinement)
      : map_(refinement.disparity),
        validity_(refinement.validity),
        likeness_(refinement.guide),
        threads_(refinement.threads),
        width_(map_.width()),
        height_(map_.height()) {
    for (const float d : map_) {
      if (!has_value(d)) continue;
      lowest_ = std::min(lowest_, d);
      highest_ = std::max(highest_, d);
    }
  }

  Plane<float> filled() const {
    Plane<float> result = map_;
    if (lowest_ > highest_) return result;
    {
      const Columns columns = columns_of_proposals();
      parallel_for(threads_, height_, [&](int y) { fill_row(columns, y, result.row(y)); });
    }
    parallel_for(threads_, height_, [&](int y) { fill_rest(result.row(y)); });
    return smoothed(smoothed(result, &Filler::median_of_alike), &Filler::median_of_cross);
  }

 private:
  /// What the pixels above and below say.
  struct Columns {
    Plane<Proposal> above;
    Plane<Proposal> below;
  };

  std::size_t index(int x, int y) const { return offset(y, width_) + static_cast<std::size_t>(x); }

  Surface side(int x, int y, int length) const {
    return length > small ? surface_at(map_, x, y) : Surface{x, y, map_(x, y)};
  }

  float bounded(float disparity) const { return std::clamp(disparity, lowest_, highest_); }

  Proposal proposal(const Surface& side, int x, int y) const {
    const auto distance = static_cast<float>(std::abs(x - side.x) + std::abs(y - side.y));
    return {bounded(side.at(x, y)), likeness_.weight(index(x, y), index(side.x, side.y)) / (distance + 4)};
  }

  Columns columns_of_proposals() const {
    Columns columns{Plane<Proposal>(width_, height_), Plane<Proposal>(width_, height_)};
    parallel_for(threads_, (width_ + strip - 1) / strip, [&](int i) {
      for (int x = i * strip; x < std::min((i + 1) * strip, width_); ++x) fill_column(columns, x);
    });
    return columns;
  }

  void fill_column(Columns& columns, int x) const {
    int last = -1;  // the last known pixel
    for (int y = 0; y <= height_; ++y) {
      if (y < height_ && !has_value(map_(x, y))) continue;
      const int length = y - last - 1;
      if (length > 0 && last >= 0) {
        const Surface surface = side(x, last, length);
        for (int v = last + 1; v < y; ++v) columns.above(x, v) = proposal(surface, x, v);
      }
      if (length > 0 && y < height_) {
        const Surface surface = side(x, y, length);
        for (int v = last + 1; v < y; ++v) columns.below(x, v) = proposal(surface, x, v);
      }
      last = y;
    }
  }

  /// Whether most pixels of the hole were matched wrongly, rather than hidden from the right camera.
  bool mismatched(int y, int begin, int end) const {
    const std::uint8_t* validity = validity_.row(y);
    const auto wrong = std::count_if(validity + begin, validity + end, [](std::uint8_t bits) {
      return (bits & (Validity::mismatched | Validity::speckle)) != 0 && (bits & Validity::occluded) == 0;
    });
    return 2 * wrong >= end - begin;
  }

  void fill_row(const Columns& columns, int y, float* row) const {
    int last = -1;
    for (int x = 0; x <= width_; ++x) {
      if (x < width_ && !has_value(map_(x, y))) continue;
      if (x > last + 1) fill_hole(columns, y, last + 1, x, row);
      last = x;
    }
  }

  void fill_hole(const Columns& columns, int y, int begin, int end, float* row) const {
    const bool has_left = begin > 0;
    const bool has_right = end < width_;
    const Surface left = has_left ? side(begin - 1, y, end - begin) : Surface{};
    const Surface right = has_right ? side(end, y, end - begin) : Surface{};
    const bool wrong = has_left && mismatched(y, begin, end);
    for (int x = begin; x < end; ++x) {
      std::array<Proposal, 4> sides = {has_left ? proposal(left, x, y) : Proposal{},
                                       has_right ? proposal(right, x, y) : Proposal{}, columns.above(x, y),
                                       columns.below(x, y)};
      if (wrong || (!has_left && !has_right)) {
        row[x] = columns.above(x, y).weight > 0 ? weighted_median(sides) : lowest_of(sides);
      } else if (!has_left || !has_right) {
        row[x] = sides[has_left ? 0 : 1].disparity;
      } else {
        row[x] = background(left, right, sides, x, y);
      }
    }
  }

  /// Pixels that see no side, neither in their row nor in their column, take the nearest one that did in their row.
  void fill_rest(float* row) const {
    float* const end = row + width_;
    for (float* first = std::find_if_not(row, end, has_value); first != end;) {
      float* const last = std::find_if(first, end, has_value);
      const float left = first == row ? *last : first[-1];
      std::fill(first, last, last == end ? left : std::min(left, *last));
      first = std::find_if_not(last, end, has_value);
    }
  }

  /// What a pixel is that lies between two sides and is hidden from the right camera.
  float background(const Surface& left, const Surface& right, const std::array<Proposal, 4>& sides, int x,
                   int y) const {
    const float disparity = row_background(left, right, sides, x, y);
    const Surface& far = left.disparity < right.disparity ? left : right;
    if (likeness_.difference(index(x, y), index(far.x, far.y)) <= unlike) return disparity;
    // Both sides may be foreground, as between two posts: then the background is above or below.
    const auto by_weight = [](const Proposal& a, const Proposal& b) { return a.weight < b.weight; };
    return std::min(disparity, std::max_element(sides.begin(), sides.end(), by_weight)->disparity);
  }

  static float row_background(const Surface& left, const Surface& right, const std::array<Proposal, 4>& sides, int x,
                              int y) {
    const int middle = (left.x + right.x) / 2;
    if (std::abs(left.at(middle, y) - right.at(middle, y)) <= one_surface ||
        std::abs(left.disparity - right.disparity) <= one_surface) {
      const float share = static_cast<float>(x - left.x) / static_cast<float>(right.x - left.x);
      return sides[0].disparity + share * (sides[1].disparity - sides[0].disparity);
    }
    const bool left_is_far = left.disparity < right.disparity;
    return std::min(sides[left_is_far ? 0 : 1].disparity, (left_is_far ? right : left).disparity);
  }

  /// The map with each filled pixel replaced by a median.
  Plane<float> smoothed(const Plane<float>& filled,
                        float (Filler::*median)(const Plane<float>&, int, int) const) const {
    Plane<float> result = filled;
    parallel_for(threads_, height_, [&](int y) {
      for (int x = 0; x < width_; ++x) {
        if (!has_value(map_(x, y))) result(x, y) = (this->*median)(filled, x, y);
      }
    });
    return result;
  }

  /// The median of places up to 10 pixels away, weighted by likeness. What a row's hole took from its ends becomes what
  /// most alike pixels of several rows took.
  float median_of_alike(const Plane<float>& filled, int x, int y) const {
    struct Place {
      int x, y;
    };
    static constexpr std::array<Place, 11> places = {
        {{0, 0}, {-5, 0}, {5, 0}, {0, -5}, {0, 5}, {0, -10}, {0, 10}, {-5, -5}, {5, -5}, {-5, 5}, {5, 5}}};
    std::array<Proposal, places.size()> votes;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const int u = x + places[i].x;
      const int v = y + places[i].y;
      if (u < 0 || u >= width_ || v < 0 || v >= height_) continue;
      votes[i] = {filled(u, v), likeness_.weight(index(x, y), index(u, v))};
    }
    return weighted_median(votes);
  }

  /// The median of a cross: places 5 pixels apart leave a pattern of dots.
  float median_of_cross(const Plane<float>& filled, int x, int y) const {
    const int left = std::max(x - 2, 0);
    const int right = std::min(x + 2, width_ - 1);
    const int above = std::max(y - 2, 0);
    const int below = std::min(y + 2, height_ - 1);
    return median_of(filled(left, y), filled(right, y), filled(x, above), filled(x, below), filled(x, y));
  }

  const Plane<float>& map_;
  const ValidityMap& validity_;
  Likeness likeness_;
  int threads_;
  int width_;
  int height_;
  float lowest_ = std::numeric_limits<float>::infinity();
  float highest_ = -std::numeric_limits<float>::infinity();
};

}  // namespace

Plane<float> filled_map(const Refinement& refinement) { return Filler(refinement).filled(); }

AlignedVector<std::size_t> pixels_to_fill(const Refinement& refinement, Fill fill) {
  const Plane<float>& disparity = refinement.disparity;
  if (std::none_of(disparity.begin(), disparity.end(), has_value)) return {};
  AlignedVector<std::size_t> pixels;
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    if (!has_value(disparity.data()[i]) && may_fill(refinement.validity.data()[i], fill)) pixels.push_back(i);
  }
  return pixels;
}

void refine_fill(Refinement refinement, const RefineOptions& options) {
  check_sizes(refinement);
  const Plane<float> filled = filled_map(refinement);
  for (const std::size_t i : pixels_to_fill(refinement, options.fill)) give(refinement, i, filled.data()[i]);
}

}  // namespace csca
