// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/points.hpp"

#include "check/points_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace csca {
namespace {

constexpr int radius = patch_radius;
constexpr int most_points = 500;

struct Corner {
  int x = 0;
  int y = 0;
};

struct Corners {
  std::vector<Corner> points;
  std::vector<Patch> patches;
};

/// Grey values as floats, smoothed a little: noise makes no corners.
Plane<float> smoothed(const Image& image) {
  const int width = image.width();
  const int height = image.height();
  Plane<float> across(width, height);
  for (int y = 0; y < height; ++y) {
    const auto* in = image.row<std::uint8_t>(y);
    for (int x = 0; x < width; ++x) {
      const int before = in[std::max(x - 1, 0)];
      const int after = in[std::min(x + 1, width - 1)];
      across(x, y) = static_cast<float>(before + 2 * in[x] + after) / 4;
    }
  }
  Plane<float> result(width, height);
  for (int y = 0; y < height; ++y) {
    const float* before = across.row(std::max(y - 1, 0));
    const float* here = across.row(y);
    const float* after = across.row(std::min(y + 1, height - 1));
    for (int x = 0; x < width; ++x) result(x, y) = (before[x] + 2 * here[x] + after[x]) / 4;
  }
  return result;
}

/// How much of a corner each pixel is: the smaller eigenvalue of the gradients' tensor over 5 x 5 pixels (Shi and
/// Tomasi), 0 near the border.
Plane<float> cornerness(const Plane<float>& image) {
  const int width = image.width();
  const int height = image.height();
  Plane<float> result(width, height, 0.0F);
  constexpr int reach = 2;
  struct Sums {
    explicit Sums(int width) : xx(width), xy(width), yy(width) {}
    std::vector<float> xx, xy, yy;
  };
  Sums columns(width);
  Sums around(width);
  const auto add = [&](int y, float sign) {
    const float* row = image.row(y);
    const float* above = image.row(y - 1);
    const float* below = image.row(y + 1);
    for (int x = 1; x + 1 < width; ++x) {
      const float gx = row[x + 1] - row[x - 1];
      const float gy = below[x] - above[x];
      columns.xx[x] += sign * gx * gx;
      columns.xy[x] += sign * gx * gy;
      columns.yy[x] += sign * gy * gy;
    }
  };
  const auto sum_along = [&](const std::vector<float>& from, std::vector<float>& to) {
    for (int x = radius; x + radius < width; ++x) {
      float sum = 0;
      for (int i = -reach; i <= reach; ++i) sum += from[x + i];
      to[x] = sum;
    }
  };
  for (int y = 1; y + 1 < height; ++y) {
    add(y, 1);
    const int centre = y - reach;
    if (centre - reach < 1) continue;
    if (centre >= radius && centre + radius < height) {
      sum_along(columns.xx, around.xx);
      sum_along(columns.xy, around.xy);
      sum_along(columns.yy, around.yy);
      float* row = result.row(centre);
      for (int x = radius; x + radius < width; ++x) {
        const float half = (around.xx[x] + around.yy[x]) / 2;
        const float difference = (around.xx[x] - around.yy[x]) / 2;
        row[x] = half - std::sqrt(difference * difference + around.xy[x] * around.xy[x]);
      }
    }
    add(centre - reach, -1);
  }
  return result;
}

bool patch_at(const Plane<float>& image, const Mask& known, int x, int y, Patch& patch) {
  float sum = 0;
  std::size_t i = 0;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      if (!known.empty() && known(x + dx, y + dy) == 0) return false;
      patch[i] = image(x + dx, y + dy);
      sum += patch[i++];
    }
  }
  const float mean = sum / static_cast<float>(patch.size());
  float squares = 0;
  for (float& value : patch) {
    value -= mean;
    squares += value * value;
  }
  if (squares < 4 * static_cast<float>(patch.size())) return false;  // a contrast of two grey values is noise
  for (float& value : patch) value /= std::sqrt(squares);
  return true;
}

/// The best corners of each cell of a grid, so that all of the image has a say.
Corners corners_of(const Plane<float>& image, const Mask& known) {
  const Plane<float> strength = cornerness(image);
  const double cell_area = 2.0 * static_cast<double>(image.size()) / most_points;
  const int cell = std::max(8, static_cast<int>(std::sqrt(cell_area)));
  Corners corners;
  Patch patch;
  for (int top = radius; top + radius < image.height(); top += cell) {
    for (int start = radius; start + radius < image.width(); start += cell) {
      struct Candidate {
        float strength = 0;
        int x = 0;
        int y = 0;
      };
      std::vector<Candidate> candidates;
      for (int y = top; y < std::min(top + cell, image.height() - radius); ++y) {
        for (int x = start; x < std::min(start + cell, image.width() - radius); ++x) {
          const float s = strength(x, y);
          if (s < 400) continue;
          const bool peak =
              s >= strength(x - 1, y) && s >= strength(x + 1, y) && s >= strength(x, y - 1) && s >= strength(x, y + 1);
          if (peak) candidates.push_back({s, x, y});
        }
      }
      const std::size_t kept = std::min<std::size_t>(candidates.size(), 3);
      std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(kept), candidates.end(),
                        [](const Candidate& a, const Candidate& b) { return a.strength > b.strength; });
      candidates.resize(kept);
      for (const Candidate& candidate : candidates) {
        if (!patch_at(image, known, candidate.x, candidate.y, patch)) continue;
        corners.points.push_back({candidate.x, candidate.y});
        corners.patches.push_back(patch);
      }
    }
  }
  return corners;
}

struct Best {
  float first = -1;
  float second = -1;
  int index = -1;

  void offer(float value, int candidate) {
    if (value > first) {
      second = first;
      first = value;
      index = candidate;
    } else if (value > second) {
      second = value;
    }
  }
};

/// The place of the largest of three values, which lie at -1, 0 and 1, by a parabola.
float peak_of(float before, float here, float after) {
  const float bend = before - 2 * here + after;
  return bend < 0 ? std::clamp((before - after) / (2 * bend), -0.5F, 0.5F) : 0.0F;
}

/// Moves a match to where the right image is most like the left patch.
PointMatch refined(Corner left, const Patch& left_patch, Corner right, const Plane<float>& image, const Mask& known) {
  int x = right.x;
  int y = right.y;
  const auto at = [&](int px, int py) {
    Patch patch;
    const bool inside = px >= radius && py >= radius && px + radius < image.width() && py + radius < image.height();
    float value = -1;
    if (inside && patch_at(image, known, px, py, patch)) likenesses(left_patch, &patch, 1, &value);
    return value;
  };
  float here = at(x, y);
  for (int step = 0; step < 3; ++step) {
    int best_x = x;
    int best_y = y;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const float there = at(x + dx, y + dy);
        if (there <= here) continue;
        here = there;
        best_x = x + dx;
        best_y = y + dy;
      }
    }
    if (best_x == x && best_y == y) break;
    x = best_x;
    y = best_y;
  }
  const float right_x = static_cast<float>(x) + peak_of(at(x - 1, y), here, at(x + 1, y));
  const float right_y = static_cast<float>(y) + peak_of(at(x, y - 1), here, at(x, y + 1));
  const auto left_x = static_cast<float>(left.x);
  const auto left_y = static_cast<float>(left.y);
  return {left_x, left_y, left_x - right_x, right_y - left_y};
}

}  // namespace

PointMatches match_points(const SmallPair& copy) {
  const Plane<float> left_image = smoothed(copy.left);
  const Plane<float> right_image = smoothed(copy.right);
  const Corners left_corners = corners_of(left_image, copy.left_known);
  const Corners right_corners = corners_of(right_image, copy.right_known);
  const std::vector<Corner>& left = left_corners.points;
  const std::vector<Corner>& right = right_corners.points;
  std::vector<Best> forth(left.size());
  std::vector<Best> back(right.size());
  std::vector<float> values(right.size());
  const int rows = copy.left.height() / 4 + 8;  // further apart than that nothing is worth a match
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto near = [&](const Corner& point) { return std::abs(left[i].y - point.y) <= rows; };
    const auto begin = std::find_if(right.begin(), right.end(), near) - right.begin();
    const auto end = right.rend() - std::find_if(right.rbegin(), right.rend(), near);
    if (begin >= end) continue;
    likenesses(left_corners.patches[i], right_corners.patches.data() + begin, static_cast<int>(end - begin),
               values.data() + begin);
    for (auto k = static_cast<std::size_t>(begin); k < static_cast<std::size_t>(end); ++k) {
      if (!near(right[k])) continue;
      forth[i].offer(values[k], static_cast<int>(k));
      back[k].offer(values[k], static_cast<int>(i));
    }
  }
  PointMatches result{{}, std::min(left.size(), right.size())};
  for (std::size_t i = 0; i < left.size(); ++i) {
    const Best& best = forth[i];
    if (best.index < 0 || best.first < 0.8F) continue;
    const Best& other = back[static_cast<std::size_t>(best.index)];
    if (other.index != static_cast<int>(i)) continue;
    // Distances of unit vectors: the second best has to be clearly further away, in both directions.
    const float second = std::max(best.second, other.second);
    if (1 - best.first > 0.6F * (1 - second)) continue;
    result.matches.push_back(refined(left[i], left_corners.patches[i], right[static_cast<std::size_t>(best.index)],
                                     right_image, copy.right_known));
  }
  return result;
}

}  // namespace csca
