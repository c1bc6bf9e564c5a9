// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "scale/blend.hpp"
#include "scale/blended_kernels.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca {
namespace {

constexpr Interpolation space_maps[] = {Interpolation::nearest, Interpolation::linear};
constexpr Interpolation level_maps[] = {Interpolation::nearest, Interpolation::linear, Interpolation::spline};
constexpr Levels ranges[] = {{0, 1}, {1, 1}, {-1, 2}, {0, 9}, {3, 8}, {-7, 13}, {-8, 5}};

int floor_half(int i) { return static_cast<int>(std::floor(i / 2.0)); }
int ceil_half(int i) { return static_cast<int>(std::ceil(i / 2.0)); }

std::vector<float> random_factors(int count) {
  const Volume values = random_volume(count, 1, {0, 1}, 12);
  std::vector<float> factors(count);
  for (int x = 0; x < count; ++x) factors[x] = values.pixel(x, 0)[0];
  return factors;
}

double at(const Volume& volume, int x, int y, int level) {
  return volume.pixel(std::min(x, volume.width() - 1), std::min(y, volume.height() - 1))[level - volume.levels().first];
}

/// The coarse cost under a fine level: that above it, or the mean of the two beside it, or the spline through all.
double naive_level(const Volume& coarse, int column, int row, int level, Interpolation level_map) {
  const auto cell = [&](int l) { return double{at(coarse, column, row, l)}; };
  if (level % 2 != 0 && level_map != Interpolation::nearest) {
    return (cell(floor_half(level)) + cell(ceil_half(level))) / 2;
  }
  const int l = ceil_half(level);
  return level_map == Interpolation::spline ? (cell(l - 1) + 6 * cell(l) + cell(l + 1)) / 8 : cell(l);
}

/// The same under a fine position: floor in space, or the mean of the two neighbours.
double naive_up(const Volume& coarse, int x, int y, int level, Interpolation level_map, Interpolation space_map) {
  std::vector<int> columns = {x / 2};
  std::vector<int> rows = {y / 2};
  if (space_map == Interpolation::linear) {
    columns = {x / 2, (x + 1) / 2};
    rows = {y / 2, (y + 1) / 2};
  }
  double sum = 0;
  for (const int row : rows) {
    for (const int column : columns) {
      sum += naive_level(coarse, column, row, level, level_map);
    }
  }
  return sum / static_cast<double>(rows.size() * columns.size());
}

TEST(Blend, AddsTheCoarseCostUnderEachCell) {
  on_every_simd_target([] {
    for (const Size size : odd_sizes) {
      for (const Levels fine : ranges) {
        const Levels under = levels_under(fine, Interpolation::spline);
        const Volume coarse = random_volume((size.width + 1) / 2, (size.height + 1) / 2, under, 1);
        const std::vector<float> factors = random_factors(size.width);
        for (const Interpolation level_map : level_maps) {
          for (const Interpolation space_map : space_maps) {
            Volume result = random_volume(size.width, size.height, fine, 2);
            const Volume before = result;
            const Blend blend(coarse, fine, level_map, space_map);
            // The first columns as they are, the others with factors; in place.
            const int cut = size.width / 3;
            for (int y = 0; y < size.height; ++y) {
              float* left = result.row(y);
              float* right = result.row(y) + cut * result.stride();
              blend_cells({{0, cut}, result.stride(), left, nullptr, 2, blend.under(y)}, left);
              blend_cells({{cut, size.width}, result.stride(), right, factors.data() + cut, 2, blend.under(y)}, right);
            }
            for (int y = 0; y < size.height; ++y) {
              for (int x = 0; x < size.width; ++x) {
                for (int k = 0; k < fine.count; ++k) {
                  const double expected = 2 * (x < cut ? 1 : factors[x]) * before.pixel(x, y)[k] +
                                          naive_up(coarse, x, y, fine.first + k, level_map, space_map);
                  ASSERT_NEAR(result.pixel(x, y)[k], expected, 1e-6)
                      << size.width << " x " << size.height << ", x " << x << ", y " << y << ", level "
                      << fine.first + k;
                }
              }
            }
          }
        }
      }
    }
  });
}

TEST(Blend, ACoarseVolumeMayHoldMoreLevelsThanNeeded) {
  const Volume wide = random_volume(3, 3, {-6, 14}, 4);
  Volume result(5, 5, {-3, 6});
  const Blend blend(wide, {-3, 6}, Interpolation::linear, Interpolation::linear);
  for (int y = 0; y < 5; ++y) {
    blend_cells({{0, 5}, result.stride(), result.row(y), nullptr, 1, blend.under(y)}, result.row(y));
  }
  for (int k = 0; k < 6; ++k) {
    EXPECT_NEAR(result.pixel(3, 2)[k], naive_up(wide, 3, 2, -3 + k, Interpolation::linear, Interpolation::linear),
                1e-6);
  }
}

TEST(Blend, RefusesACoarseVolumeThatLacksLevels) {
  const Volume coarse = random_volume(2, 2, {0, 3}, 5);
  const auto error = [&](Levels fine) {
    return error_of([&] { Blend(coarse, fine, Interpolation::linear, Interpolation::linear); });
  };
  EXPECT_EQ(error({0, 5}), "");
  EXPECT_TRUE(contains(error({0, 6}), "levels 0 to 5 need 0 to 3"));
  EXPECT_TRUE(contains(error({-1, 3}), "need -1 to 1"));
  EXPECT_EQ(error_of([&] { Blend(coarse, {2, 1}, Interpolation::spline, Interpolation::linear); }), "");
  EXPECT_TRUE(contains(error_of([&] {
                         Blend(coarse, {2, 3}, Interpolation::spline, Interpolation::linear);
                       }),
                       "need 0 to 3"));
}

std::vector<Volume> random_scales(int width, int height, Levels levels, int scales) {
  std::vector<Volume> volumes;
  for (int s = 0; s < scales; ++s) {
    volumes.push_back(random_volume(width, height, levels, static_cast<std::uint32_t>(10 + s)));
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    levels = coarser(levels);
  }
  return volumes;
}

/// Linear interpolation at a fractional position, all three coordinates at once.
double sample(const Volume& volume, double x, double y, double level) {
  double sum = 0;
  for (const double u : {std::floor(x), std::floor(x) + 1}) {
    for (const double v : {std::floor(y), std::floor(y) + 1}) {
      for (const double l : {std::floor(level), std::floor(level) + 1}) {
        const double weight = (1 - std::abs(x - u)) * (1 - std::abs(y - v)) * (1 - std::abs(level - l));
        if (weight > 0) sum += weight * at(volume, static_cast<int>(u), static_cast<int>(v), static_cast<int>(l));
      }
    }
  }
  return sum;
}

TEST(Combine, LinearMapsReadScaleSAtTheFractionalPositionOfEquation14) {
  const std::vector<double> weights = {0.4, 0.3, 0.2, 0.1};
  for (const Levels levels : {Levels{0, 16}, Levels{-11, 21}, Levels{5, 9}}) {
    const std::vector<Volume> scales = random_scales(37, 26, levels, 4);
    const Volume result = combine(scales, weights, Interpolation::linear, Interpolation::linear);
    // As far as the coarsest scale has a pixel on the right and below: beyond, the border repeats.
    for (int y = 0; y <= 8 * (scales[3].height() - 1) && y < 26; ++y) {
      for (int x = 0; x <= 8 * (scales[3].width() - 1) && x < 37; ++x) {
        for (int k = 0; k < levels.count; ++k) {
          double expected = 0;
          for (int s = 0; s < 4; ++s) {
            const double factor = std::ldexp(1.0, -s);
            expected += weights[s] * sample(scales[s], x * factor, y * factor, (levels.first + k) * factor);
          }
          ASSERT_NEAR(result.pixel(x, y)[k], expected, 1e-6) << x << ", " << y << ", level " << levels.first + k;
        }
      }
    }
  }
}

TEST(Combine, TheSplineFavoursNoLevel) {
  const Levels levels{-9, 20};
  const std::vector<double> weights = {0, 1};
  for (const double truth : {0.0, 1.0, 2.5}) {
    std::vector<Volume> scales = random_scales(4, 3, levels, 2);
    for (int y = 0; y < 2; ++y) {
      for (int x = 0; x < 2; ++x) {
        for (int k = 0; k < scales[1].levels().count; ++k) {
          const double away = scales[1].levels().first + k - truth / 2;
          scales[1].pixel(x, y)[k] = static_cast<float>(4 * away * away);
        }
      }
    }
    // A parabola around the truth stays one; at the ends, where neighbours are missing, it need not.
    const Volume result = combine(scales, weights, Interpolation::spline, Interpolation::linear);
    const auto bow = [&](int d) { return result.pixel(2, 1)[d - levels.first] - (d - truth) * (d - truth); };
    for (int d = -7; d <= 7; ++d) EXPECT_NEAR(bow(d), bow(0), 1e-4) << d;
  }
}

TEST(Combine, HasNoSplineInSpace) {
  const std::vector<double> weights = {0, 1};
  const auto use = [&] {
    combine(random_scales(4, 3, {0, 9}, 2), weights, Interpolation::linear, Interpolation::spline);
  };
  EXPECT_TRUE(contains(error_of(use), "space_map is spline"));
}

TEST(Combine, TheOutermostLevelStandsInForThoseBeyond) {
  const std::vector<double> weights = {0, 1};
  const std::vector<Volume> scales = random_scales(4, 3, {0, 9}, 2);
  const Volume result = combine(scales, weights, Interpolation::spline, Interpolation::linear);
  const float* coarse = scales[1].pixel(1, 0);
  EXPECT_NEAR(result.pixel(2, 0)[0], 0.875 * coarse[0] + 0.125 * coarse[1], 1e-6);
  EXPECT_NEAR(result.pixel(2, 0)[8], 0.875 * coarse[4] + 0.125 * coarse[3], 1e-6);
}

TEST(Combine, NearestMapsFloorPixelsAndCeilLevels) {
  const std::vector<double> weights = {0.4, 0.3, 0.3};
  const Levels levels{-6, 17};
  const std::vector<Volume> scales = random_scales(19, 13, levels, 3);
  const Volume result = combine(scales, weights, Interpolation::nearest, Interpolation::nearest);
  for (int y = 0; y < 13; ++y) {
    for (int x = 0; x < 19; ++x) {
      for (int d = levels.first; d <= levels.last(); ++d) {
        double expected = 0;
        for (int s = 0; s < 3; ++s) {
          expected += weights[s] * at(scales[s], x >> s, y >> s, static_cast<int>(std::ceil(std::ldexp(d, -s))));
        }
        ASSERT_NEAR(result.pixel(x, y)[d - levels.first], expected, 1e-6);
      }
    }
  }
}

TEST(Combine, OneScaleIsItself) {
  const Volume volume = random_volume(6, 5, {2, 7}, 6);
  EXPECT_TRUE(
      same_bits_inside(combine({volume}, std::vector{1.0}, Interpolation::linear, Interpolation::linear), volume));
}

TEST(Combine, RefusesAnotherNumberOfWeights) {
  const Volume volume = random_volume(2, 2, {0, 1}, 7);
  const auto combined = [&](const std::vector<Volume>& scales) {
    return error_of([&] { combine(scales, std::vector{0.5, 0.5}, Interpolation::linear, Interpolation::linear); });
  };
  EXPECT_TRUE(contains(combined({volume}), "1 volumes with 2 weights"));
  EXPECT_TRUE(contains(combined({}), "0 volumes"));
}

TEST(Combine, RefusesVolumesThatAreNoPyramid) {
  const auto combined = [&](int width, int height) {
    const std::vector<Volume> scales = {random_volume(5, 4, {0, 8}, 8), random_volume(width, height, {0, 5}, 9)};
    return error_of([&] { combine(scales, std::vector{0.5, 0.5}, Interpolation::linear, Interpolation::linear); });
  };
  EXPECT_EQ(combined(3, 2), "");
  EXPECT_TRUE(contains(combined(3, 1), "volume 1 has 3 x 1 pixels: half of volume 0, rounded up, is 3 x 2"));
  EXPECT_TRUE(contains(combined(2, 2), "is 3 x 2"));
}

}  // namespace
}  // namespace csca
