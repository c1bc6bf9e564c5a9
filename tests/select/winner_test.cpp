// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/winner_table.hpp"

#include <csca/scale.hpp>
#include <csca/select.hpp>

#include "scale/blend.hpp"
#include "scale/blended_kernels.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

namespace csca {
namespace {

/// Costs out of a handful of values, so that most pixels have ties; padding would win if it were looked at.
Volume tied_volume(int width, int height, Levels levels, std::uint32_t seed) {
  Random random(seed);
  Volume volume(width, height, levels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int k = 0; k < volume.stride(); ++k) {
        volume.pixel(x, y)[k] = k < levels.count ? static_cast<float>(random.whole(1, 4)) : -1.0F;
      }
    }
  }
  return volume;
}

Plane<float> naive_winners(const Volume& volume) {
  Plane<float> result(volume.width(), volume.height());
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      int best = 0;
      for (int k = 1; k < volume.levels().count; ++k) {
        if (volume.pixel(x, y)[k] < volume.pixel(x, y)[best]) best = k;
      }
      result(x, y) = static_cast<float>(volume.levels().first + best);
    }
  }
  return result;
}

std::vector<Volume> slabs_of(const Volume& volume, int size) {
  std::vector<Volume> slabs;
  const Levels all = volume.levels();
  for (int first = all.first; first <= all.last(); first += size) {
    Volume slab(volume.width(), volume.height(), {first, std::min(size, all.last() - first + 1)});
    for (int y = 0; y < volume.height(); ++y) {
      for (int x = 0; x < volume.width(); ++x) {
        std::fill_n(slab.pixel(x, y), slab.stride(), -1.0F);
        std::copy_n(volume.pixel(x, y) + first - all.first, slab.levels().count, slab.pixel(x, y));
      }
    }
    slabs.push_back(std::move(slab));
  }
  return slabs;
}

void add(WinnerTable& winner, const Volume& slab) {
  for (int y = 0; y < slab.height(); ++y) winner.add(y, {0, slab.width()}, slab.levels(), slab.levels(), slab.row(y));
}

TEST(Winner, IsTheLowestCostAndTheLowerLevelOnTies) {
  on_every_simd_target([] {
    for (int count = 1; count <= 70; ++count) {
      for (const int width : {13, 301}) {
        const Volume volume = tied_volume(width, 3, {-11, count}, static_cast<std::uint32_t>(count));
        EXPECT_TRUE(same_bits(select(volume), naive_winners(volume))) << count << " levels";
      }
    }
  });
}

TEST(Winner, FindsAMinimumAtEachPlace) {
  for (int count = 1; count <= 40; ++count) {
    Volume volume(count, 1, {0, count});
    for (int x = 0; x < count; ++x) {
      std::fill_n(volume.pixel(x, 0), count, 1.0F);
      volume.pixel(x, 0)[x] = 0.5F;
    }
    const Plane<float> winners = select(volume);
    for (int x = 0; x < count; ++x) EXPECT_EQ(winners(x, 0), static_cast<float>(x));
  }
}

TEST(Winner, SlabsInAnyOrderGiveTheSameMap) {
  on_every_simd_target([] {
    const Volume volume = tied_volume(37, 5, {-6, 31}, 1);
    const Plane<float> expected = naive_winners(volume);
    for (const int size : {1, 3, 8, 16}) {
      std::vector<Volume> slabs = slabs_of(volume, size);
      std::mt19937 engine(2);
      for (int trial = 0; trial < 10; ++trial) {
        WinnerTable winner(37, 5);
        for (const Volume& slab : slabs) add(winner, slab);
        EXPECT_TRUE(same_bits(winner.disparity(), expected)) << "slabs of " << size;
        std::shuffle(slabs.begin(), slabs.end(), engine);
      }
    }
  });
}

TEST(Winner, SlabsFromSeveralThreadsGiveTheSameMap) {
  const Volume volume = tied_volume(31, 70, {0, 40}, 3);
  const std::vector<Volume> slabs = slabs_of(volume, 5);
  WinnerTable winner(31, 70);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = t; i < slabs.size(); i += 4) add(winner, slabs[i]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(same_bits(winner.disparity(), naive_winners(volume)));
}

TEST(Winner, InfiniteCostsLoseAndTieAmongThemselves) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const int count : {1, 5, 8, 11, 24}) {
    Volume volume(2, 1, {-4, count});
    std::fill_n(volume.pixel(0, 0), volume.stride(), infinity);
    std::fill_n(volume.pixel(1, 0), volume.stride(), infinity);
    volume.pixel(1, 0)[count - 1] = 1e30F;
    const Plane<float> winners = select(volume);
    EXPECT_EQ(winners(0, 0), -4.0F);
    EXPECT_EQ(winners(1, 0), static_cast<float>(-4 + count - 1));
  }
}

TEST(Winner, SomeOfARowsLevelsCompete) {
  on_every_simd_target([] {
    const Levels all{-3, 24};
    const Volume volume = tied_volume(21, 2, all, 4);
    for (const Levels compete : {Levels{-3, 23}, Levels{0, 5}, Levels{-2, 23}, Levels{20, 1}}) {
      WinnerTable winner(21, 2);
      for (int y = 0; y < 2; ++y) winner.add(y, {0, volume.width()}, compete, all, volume.row(y));
      for (int y = 0; y < 2; ++y) {
        for (int x = 0; x < 21; ++x) {
          const float* first = volume.pixel(x, y) + (compete.first - all.first);
          const auto k = std::min_element(first, first + compete.count) - first;
          EXPECT_EQ(winner.disparity()(x, y), static_cast<float>(compete.first + k));
        }
      }
    }
  });
}

TEST(Winner, WhatIsNoNumberNeverWins) {
  on_every_simd_target([] {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const int count : {3, 8, 16, 40}) {
      Volume volume(19, 1, {0, count});
      for (int x = 0; x < 19; ++x) {
        std::fill_n(volume.pixel(x, 0), volume.stride(), nan);
        if (x != 5) volume.pixel(x, 0)[x % count] = static_cast<float>(x);
      }
      const Plane<float> winners = select(volume, Subpixel::parabola);
      for (int x = 0; x < 19; ++x) {
        if (x == 5) {
          EXPECT_TRUE(std::isnan(winners(x, 0)));
        } else {
          EXPECT_EQ(winners(x, 0), static_cast<float>(x % count));
        }
      }
    }
  });
}

/// Both ways must give the same: cells that are blended while they compete, and costs that were blended before.
void expect_same_winners(const BlendedCells& cells, int width, Levels compete, Levels levels) {
  AlignedVector<float> costs(static_cast<std::size_t>(cells.columns.count() * cells.stride));
  blend_cells(cells, costs.data());
  for (const WinnerKeep keep : {WinnerKeep{}, {.neighbours = true}, {.runners_up = true}}) {
    WinnerTable together(width, 1, keep);
    WinnerTable apart(width, 1, keep);
    // Lower levels first compete for themselves, so that not all of the others win.
    const Levels before{levels.first - levels.count, levels.count};
    for (WinnerTable* winner : {&together, &apart}) winner->add(0, cells.columns, before, before, cells.cells);
    together.add(0, compete, levels, cells);
    apart.add(0, cells.columns, compete, levels, costs.data());
    const Subpixel subpixel = keep.neighbours ? Subpixel::parabola : Subpixel::none;
    EXPECT_TRUE(same_bits(together.disparity(subpixel), apart.disparity(subpixel)));
    EXPECT_TRUE(same_bits(together.lowest_cost(), apart.lowest_cost()));
    if (keep.runners_up) {
      EXPECT_TRUE(same_bits(together.peak_ratio(), apart.peak_ratio()));
    }
  }
}

TEST(Winner, CellsMayBeBlendedWhileTheyCompete) {
  on_every_simd_target([] {
    constexpr int width = 93;
    for (const Levels levels : {Levels{0, 16}, Levels{-3, 16}, Levels{5, 9}, Levels{1, 40}, Levels{2, 3}}) {
      const Volume fine = random_volume(width, 1, levels, 21);
      const Volume coarse = random_volume((width + 1) / 2, 2, levels_under(levels, Interpolation::spline), 22);
      const Volume factors = random_volume(width, 1, {0, 8}, 23);
      const Levels inner{levels.first + 1, levels.count - 2};
      for (const Columns columns : {Columns{0, width}, Columns{1, width}, Columns{7, 12}, Columns{40, 41}}) {
        const auto expect_same = [&](float weight, const float* factor, const CoarseRows& under) {
          const BlendedCells cells{columns, fine.stride(), fine.pixel(columns.begin, 0), factor, weight, under};
          expect_same_winners(cells, width, levels, levels);
          expect_same_winners(cells, width, inner, levels);
        };
        expect_same(1, nullptr, {});
        expect_same(0.5F, nullptr, {});
        expect_same(2, factors.row(0) + columns.begin, {});
        for (const Interpolation level_map : {Interpolation::nearest, Interpolation::linear, Interpolation::spline}) {
          for (const Interpolation space_map : {Interpolation::nearest, Interpolation::linear}) {
            const Blend blend(coarse, levels, level_map, space_map);
            for (const int y : {0, 1}) {
              expect_same(0.7F, nullptr, blend.under(y));
              expect_same(0.7F, factors.row(0) + columns.begin, blend.under(y));
            }
          }
        }
      }
    }
  });
}

TEST(Winner, InfiniteCellsMayBeBlendedToo) {
  const Levels levels{0, 16};
  Volume fine = random_volume(20, 1, levels, 24);
  std::fill_n(fine.pixel(3, 0), 16, std::numeric_limits<float>::infinity());
  std::fill_n(fine.pixel(8, 0), 16, std::numeric_limits<float>::quiet_NaN());
  const Volume coarse = random_volume(10, 1, coarser(levels), 25);
  const Blend blend(coarse, levels, Interpolation::nearest, Interpolation::nearest);
  const BlendedCells cells{{0, 20}, fine.stride(), fine.row(0), nullptr, 0.5F, blend.under(0)};
  WinnerTable winner(20, 1);
  winner.add(0, levels, levels, cells);
  EXPECT_EQ(winner.disparity()(3, 0), 0);
  EXPECT_TRUE(std::isnan(winner.disparity()(8, 0)));
  expect_same_winners(cells, 20, levels, levels);
}

TEST(Winner, TakesNegativeCosts) {
  Volume volume(1, 1, {0, 3});
  volume.pixel(0, 0)[1] = -2;
  EXPECT_EQ(select(volume)(0, 0), 1.0F);
}

}  // namespace
}  // namespace csca
