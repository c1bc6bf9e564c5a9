// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "naive_select.hpp"
#include "select/diagonal.hpp"
#include "select/winner_table.hpp"
#include "support/expect.hpp"
#include "support/simd_targets.hpp"

#include <cstdint>
#include <random>

namespace csca {
namespace {

constexpr Levels some_levels[] = {{0, 1}, {0, 9}, {-4, 8}, {-20, 45}, {3, 70}, {-7, 3}, {0, 130}};

/// Levels that a slab has to itself, in any order.
std::vector<Volume> apart(const Volume& volume, int size, std::uint32_t seed) {
  std::vector<Volume> slabs;
  for (const Share& share : shares_of(volume, size)) {
    Volume slab(volume.width(), volume.height(), share.compete);
    for (int y = 0; y < volume.height(); ++y) {
      for (int x = 0; x < volume.width(); ++x) {
        std::copy_n(volume.pixel(x, y) + (share.compete.first - volume.levels().first), share.compete.count,
                    slab.pixel(x, y));
      }
    }
    slabs.push_back(std::move(slab));
  }
  std::mt19937 engine(seed);
  std::shuffle(slabs.begin(), slabs.end(), engine);
  return slabs;
}

TEST(LevelEdges, SlabsTellEachOtherTheCostsBesideTheirLevels) {
  on_every_simd_target([] {
    for (const Size size : {Size{1, 1}, Size{9, 4}, Size{150, 3}}) {
      for (const Levels levels : some_levels) {
        const Volume volume = rough_volume(size.width, size.height, levels, 5);
        for (const Subpixel subpixel : {Subpixel::parabola, Subpixel::equiangular}) {
          const Plane<float> expected = select(volume, subpixel);
          for (const int slab : {1, 3, 16}) {
            WinnerTable winner(size.width, size.height, {.neighbours = true}, levels);
            for (const Volume& rows : apart(volume, slab, 6)) {
              const int cut = size.width / 3;
              for (int y = 0; y < size.height; ++y) {
                for (const Columns columns : {Columns{cut, size.width}, Columns{0, cut}}) {
                  if (columns.count() == 0) continue;
                  winner.add(y, columns, rows.levels(), rows.levels(), rows.pixel(columns.begin, y));
                }
              }
            }
            EXPECT_TRUE(same_bits(winner.disparity(subpixel), expected))
                << size.width << " x " << size.height << ", " << levels.count << " levels in slabs of " << slab;
          }
        }
      }
    }
  });
}

/// A row of whole numbers: some levels of some columns of it, of which a few compete.
struct Whole {
  Columns columns;
  Levels levels;
  Levels competing;
  std::vector<std::uint16_t> cells;
  std::vector<std::uint16_t> lowest;
  std::vector<std::uint16_t> winner;

  Whole(const Volume& volume, int y, Columns some, Levels of, Levels compete)
      : columns(some), levels(of), competing(compete) {
    const int stride = Volume::stride_for(of.count);
    cells.assign(static_cast<std::size_t>(some.count() * stride) + WholeRow::behind, 0);
    for (int x = some.begin; x < some.end; ++x) {
      std::uint16_t* pixel = cells.data() + (x - some.begin) * stride;
      for (int k = 0; k < of.count; ++k) {
        pixel[k] = static_cast<std::uint16_t>(volume.pixel(x, y)[of.first + k - volume.levels().first]);
      }
      const std::uint16_t* first = pixel + (compete.first - of.first);
      const std::uint16_t* best = std::min_element(first, first + compete.count);
      lowest.push_back(*best);
      winner.push_back(static_cast<std::uint16_t>(best - pixel));
    }
  }
  WholeRow row(float unit) const {
    return {columns, levels, competing, unit, lowest.data(), winner.data(), cells.data()};
  }
};

TEST(WholeRow, HasTheWinnersOfTheSameCostsInFloats) {
  constexpr float unit = 0.37F;
  on_every_simd_target([] {
    for (const Size size : {Size{1, 1}, Size{37, 3}, Size{700, 2}}) {
      for (const Levels levels : some_levels) {
        Random random(7);
        Volume whole(size.width, size.height, levels);
        Volume floats(size.width, size.height, levels);
        for (int y = 0; y < size.height; ++y) {
          for (int x = 0; x < size.width; ++x) {
            for (int k = 0; k < levels.count; ++k) {
              const int cost = random.chance(0.1) ? 65535 : random.whole(0, random.chance(0.5) ? 9 : 65535);
              whole.pixel(x, y)[k] = static_cast<float>(cost);
              floats.pixel(x, y)[k] = unit * static_cast<float>(cost);
            }
          }
        }
        DiagonalWinner expected_right(size.width, size.height);
        take_all(expected_right, shares_of(floats, 1000));
        WinnerTable expected(size.width, size.height, {.runners_up = true});
        take_all(expected, shares_of(floats, 1000));
        for (const int slab : {5, 64, 128}) {
          WinnerTable winner(size.width, size.height, {.neighbours = true, .runners_up = true}, levels);
          DiagonalWinner right(size.width, size.height);
          for (const Share& share : shares_of(whole, slab)) {
            // With neighbours of its own on both sides, or none.
            const Levels of = slab == 64 ? share.rows.levels() : share.compete;
            for (int y = 0; y < size.height; ++y) {
              const Whole row(whole, y, {0, size.width}, of, share.compete);
              winner.add(y, row.row(unit));
              right.add(y, row.row(unit));
            }
          }
          EXPECT_TRUE(same_bits(winner.disparity(Subpixel::parabola), select(floats, Subpixel::parabola)))
              << levels.count << " levels in slabs of " << slab;
          EXPECT_TRUE(same_bits(winner.rival_cost(), expected.rival_cost()))
              << levels.count << " levels in slabs of " << slab;
          EXPECT_TRUE(same_bits(right.disparity(), expected_right.disparity()))
              << levels.count << " levels in slabs of " << slab;
          EXPECT_TRUE(same_bits(right.lowest_cost(), expected_right.lowest_cost()));
        }
      }
    }
  });
}

}  // namespace
}  // namespace csca
