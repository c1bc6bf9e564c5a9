// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include "box16/box_rows.hpp"

#include "cost/gaps.hpp"
#include "cost/integer_cost.hpp"

#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <csca/scale.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <vector>

namespace csca {
namespace {

constexpr Levels some_levels[] = {{0, 1}, {0, 64}, {-9, 20}, {3, 33}, {-40, 64}, {0, 70}, {5, 17}};
constexpr Interpolation maps[] = {Interpolation::nearest, Interpolation::linear};

/// With that share of the pixels of both images unknown.
std::unique_ptr<CostSource> source_of(const char* method, int channels, Size size, Levels range, int largest,
                                      double holes = 0, bool fine = false) {
  CostOptions options;
  options.method = method;
  FloatImage left = random_image(size.width, size.height, channels, 1, true);
  FloatImage right = random_image(size.width, size.height, channels, 2, true);
  if (holes > 0) add_holes(left, holes, 3);
  if (holes > 0) add_holes(right, holes, 4);
  const IntegerWeights weights = integer_weights(options, channels, largest, fine).value();
  return std::make_unique<CostSource>(std::make_unique<IntegerCost>(options, weights, left, right, 1), left, Mask{},
                                      range, Outside::mean, 1);
}

/// Cell by cell: the window's sum, times the factor of its known cells.
class Naive {
 public:
  Naive(const CostSource& cost, const IntegerBox& box, Levels levels)
      : cost_(cost),
        box_(box),
        width_(cost.width()),
        height_(cost.height()),
        stride_(Volume::stride_for(levels.count)) {
    cells_.resize(static_cast<std::size_t>(width_ * height_ * stride_));
    for (int y = 0; y < height_; ++y) cost.cells(y, {0, width_}, levels, cells_.data() + index(0, y, 0));
  }

  int operator()(int x, int y, int k) const {
    std::uint64_t sum = 0;
    int cells = 0;
    int known = 0;
    for (int v = std::max(0, y - box_.radius()); v <= std::min(height_ - 1, y + box_.radius()); ++v) {
      for (int u = std::max(0, x - box_.radius()); u <= std::min(width_ - 1, x + box_.radius()); ++u) {
        sum += cells_[index(u, v, k)];
        ++cells;
        known += cost_.gaps().row(v).left[u] != 0 ? 1 : 0;
      }
    }
    return static_cast<int>(std::min<std::uint64_t>(sum * box_.factor(cells, known) >> 16, 65535));
  }

 private:
  std::size_t index(int x, int y, int k) const { return static_cast<std::size_t>((y * width_ + x) * stride_ + k); }

  const CostSource& cost_;
  IntegerBox box_;
  int width_;
  int height_;
  int stride_;
  std::vector<std::uint16_t> cells_;
};

/// Costs of a coarser scale.
struct Coarse {
  Coarse(Size fine, Levels fine_levels)
      : width((fine.width + 1) / 2),
        height((fine.height + 1) / 2),
        levels(coarser(fine_levels)),
        stride(Volume::stride_for(levels.count)),
        cells(static_cast<std::size_t>(width * height * stride) + 64) {
    Random random(5);
    for (std::uint16_t& cell : cells) cell = static_cast<std::uint16_t>(random.whole(0, 40000));
  }
  const std::uint16_t* row(int y) const {
    return cells.data() + static_cast<std::size_t>(std::min(y, height - 1) * width * stride);
  }

  int width;
  int height;
  Levels levels;
  int stride;
  std::vector<std::uint16_t> cells;
};

int mean(int a, int b) { return (a + b + 1) / 2; }

/// The coarse cost under a cell: rows are mixed first, then levels, then columns.
int naive_up(const Coarse& coarse, int x, int y, int level, Interpolation level_map, Interpolation space_map) {
  const bool linear = space_map == Interpolation::linear;
  const auto mixed = [&](int column, int l) {
    const auto at = [&](int row) {
      const int inside = std::min(column, coarse.width - 1);
      return coarse.row(row)[inside * coarse.stride + l - coarse.levels.first];
    };
    return linear && y % 2 == 1 ? mean(at(y / 2), at(y / 2 + 1)) : at(y / 2);
  };
  const auto expanded = [&](int column) {
    const int floor = level >> 1;
    const int ceil = (level + 1) >> 1;
    return level_map == Interpolation::linear && floor != ceil ? mean(mixed(column, floor), mixed(column, ceil))
                                                               : mixed(column, ceil);
  };
  return linear && x % 2 == 1 ? mean(expanded(x / 2), expanded(x / 2 + 1)) : expanded(x / 2);
}

void expect_weighted_windows(double holes, bool fine = false) {
  on_every_simd_target([&] {
    for (const Size size : {Size{1, 1}, Size{2, 5}, Size{13, 6}, Size{90, 9}}) {
      for (const Levels levels : some_levels) {
        for (const int radius : {0, 1, 3}) {
          for (const char* method : {"grd", "cg", "cen"}) {
            const BoxOptions options{radius, std::string_view(method) != "grd"};
            const auto cost = source_of(method, radius == 1 ? 1 : 3, size, {levels.first - 3, levels.count + 5},
                                        IntegerBox::largest_cost(options), holes, fine);
            const IntegerBox box(options, 0.4);
            const Naive naive(*cost, box, levels);
            const Columns columns{size.width / 3, size.width};
            BoxRows whole(*cost, box, levels, columns);
            const int stride = Volume::stride_for(levels.count);
            std::vector<std::uint16_t> row(whole.row_size());
            for (int y = 0; y < size.height; ++y) {
              whole.advance(y);
              whole.costs({}, row.data());
              for (int x = columns.begin; x < columns.end; ++x) {
                for (int k = 0; k < levels.count; ++k) {
                  ASSERT_EQ(row[(x - columns.begin) * stride + k], naive(x, y, k))
                      << method << ", radius " << radius << ", x " << x << ", y " << y << ", level "
                      << levels.first + k;
                }
              }
            }
          }
        }
      }
    }
  });
}

TEST(BoxRows, IsTheWeightedWindowOfEveryCell) { expect_weighted_windows(0); }
TEST(BoxRows, MakesUpForAFewUnknownPixels) { expect_weighted_windows(0.02); }
TEST(BoxRows, IsTheSameOfFineFeatures) { expect_weighted_windows(0.02, true); }
TEST(BoxRows, MakesUpForManyUnknownPixels) { expect_weighted_windows(0.7); }
TEST(BoxRows, IsNothingWhereNothingIsKnown) { expect_weighted_windows(1.1); }

TEST(BoxRows, AddsTheCoarserScaleAndFindsTheLowest) {
  on_every_simd_target([] {
    for (const Size size : {Size{1, 1}, Size{5, 2}, Size{70, 7}}) {
      for (const Levels levels : some_levels) {
        for (const Interpolation level_map : maps) {
          for (const Interpolation space_map : maps) {
            const BoxOptions options{1, true};
            const auto cost = source_of("grd", 3, size, levels, 4000);
            const IntegerBox box(options, 0.6);
            const Naive naive(*cost, box, levels);
            const Coarse coarse(size, levels);
            const Columns columns{size.width / 3, size.width};
            BoxRows whole(*cost, box, levels, columns);
            const int stride = Volume::stride_for(levels.count);
            std::vector<std::uint16_t> row(whole.row_size());
            // The first and last level do not compete, where there are others.
            const Levels compete = levels.count > 2 ? Levels{levels.first + 1, levels.count - 2} : levels;
            for (int y = 0; y < size.height; ++y) {
              whole.advance(y);
              const bool linear = space_map == Interpolation::linear;
              const Columns below{columns.begin / 2, std::min(columns.end / 2 + 1, coarse.width)};
              const auto from = [&](int v) { return coarse.row(v) + below.begin * coarse.stride; };
              const CoarseRow under{.row = from(y / 2),
                                    .other = linear && y % 2 == 1 ? from(y / 2 + 1) : nullptr,
                                    .columns = below,
                                    .stride = coarse.stride,
                                    .levels = {levels.first & 1, level_map == Interpolation::linear},
                                    .linear = linear};
              whole.costs(under, row.data());
              struct Best {
                int cost = 65536;
                int level = 0;
              };
              std::vector<Best> expected(columns.count());
              for (int x = columns.begin; x < columns.end; ++x) {
                for (int k = 0; k < levels.count; ++k) {
                  const int level = levels.first + k;
                  const int sum = std::min(65535, naive(x, y, k) + naive_up(coarse, x, y, level, level_map, space_map));
                  ASSERT_EQ(row[(x - columns.begin) * stride + k], sum)
                      << "x " << x << ", y " << y << ", level " << level;
                  Best& best = expected[x - columns.begin];
                  if (level >= compete.first && level <= compete.last() && sum < best.cost) best = {sum, level};
                }
              }
              std::vector<std::uint16_t> kept(whole.row_size());
              for (std::uint16_t* out : {static_cast<std::uint16_t*>(nullptr), kept.data()}) {
                const WholeRow found = whole.lowest(under, compete, out);
                for (int i = 0; i < columns.count(); ++i) {
                  ASSERT_EQ(found.lowest[i], expected[i].cost) << "column " << i << ", y " << y;
                  ASSERT_EQ(levels.first + found.winner[i], expected[i].level) << "column " << i << ", y " << y;
                }
              }
              for (int x = 0; x < columns.count(); ++x) {
                for (int k = 0; k < levels.count; ++k) ASSERT_EQ(kept[x * stride + k], row[x * stride + k]);
              }
            }
          }
        }
      }
    }
  });
}

}  // namespace
}  // namespace csca
