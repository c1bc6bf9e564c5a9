// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/several_passes.hpp"
#include "aggregate/traits.hpp"

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

AggregateOptions sgm(int paths) {
  AggregateOptions options;
  options.method = "sgm";
  options.sgm.paths = paths;
  return options;
}

bool known_at(const FloatImage& guide, int x, int y) { return guide.known.empty() || guide.known(x, y) != 0; }

/// The median of mean - lowest cost over known pixels.
double unit_of(const FloatImage& guide, const Volume& costs) {
  std::vector<double> spreads;
  for (int y = 0; y < costs.height(); ++y) {
    for (int x = 0; x < costs.width(); ++x) {
      const float* cells = costs.pixel(x, y);
      double sum = 0;
      for (int k = 0; k < costs.levels().count; ++k) sum += cells[k];
      const double spread = sum / costs.levels().count - *std::min_element(cells, cells + costs.levels().count);
      if (known_at(guide, x, y) && spread > 1e-9) spreads.push_back(spread);
    }
  }
  if (spreads.empty()) return 0;
  std::sort(spreads.begin(), spreads.end());
  return spreads[spreads.size() / 2];
}

struct Direction {
  int x;
  int y;
};

/// Hirschmueller's recursion along one direction, pixel by pixel from where it begins.
class NaivePath {
 public:
  NaivePath(const FloatImage& guide, const Volume& costs, const SemiGlobalOptions& options, Direction way)
      : guide_(guide), luma_(luma(guide)), costs_(costs), options_(options), way_(way), unit_(unit_of(guide, costs)) {}

  std::vector<double> at(int x, int y) const {
    const int levels = costs_.levels().count;
    std::vector<double> cells(costs_.pixel(x, y), costs_.pixel(x, y) + levels);
    const int u = x - way_.x;
    const int v = y - way_.y;
    if (u < 0 || v < 0 || u >= costs_.width() || v >= costs_.height() || !known_at(guide_, u, v)) return cells;
    const std::vector<double> before = at(u, v);
    const double lowest = *std::min_element(before.begin(), before.end());
    const double step = std::abs(luma_(x, y) - luma_(u, v));
    const double small = options_.small * unit_;
    const double large = std::max(1.1 * small, options_.large * unit_ * std::exp(-step / options_.edge));
    for (int k = 0; k < levels; ++k) {
      double best = std::min(before[k], lowest + large);
      if (k > 0) best = std::min(best, before[k - 1] + small);
      if (k + 1 < levels) best = std::min(best, before[k + 1] + small);
      cells[k] += best - lowest;
    }
    return cells;
  }

 private:
  const FloatImage& guide_;
  Plane<float> luma_;
  const Volume& costs_;
  SemiGlobalOptions options_;
  Direction way_;
  double unit_;
};

std::vector<Direction> directions(int paths) {
  std::vector<Direction> all = {{1, 0}, {-1, 0}, {1, 1}, {0, 1}, {-1, 1}, {1, -1}, {0, -1}, {-1, -1}};
  all.resize(static_cast<std::size_t>(paths));
  return all;
}

void expect_recursion(const FloatImage& guide, const Volume& costs, const AggregateOptions& options) {
  const Volume result = aggregate(*make_aggregation(options)(guide), costs);
  // Whole numbers count in about 1/80 of the unit; of one level, which has none, in 1/80 of all costs.
  const double tolerance = costs.levels().count == 1 ? 0.01 : 0.04 * unit_of(guide, costs);
  std::vector<NaivePath> paths;
  for (const Direction way : directions(options.sgm.paths)) paths.emplace_back(guide, costs, options.sgm, way);
  for (int y = 0; y < costs.height(); ++y) {
    for (int x = 0; x < costs.width(); ++x) {
      if (!known_at(guide, x, y)) continue;
      std::vector<double> mean(static_cast<std::size_t>(costs.levels().count));
      for (const NaivePath& path : paths) {
        const std::vector<double> cells = path.at(x, y);
        for (std::size_t k = 0; k < mean.size(); ++k) mean[k] += cells[k] / options.sgm.paths;
      }
      for (std::size_t k = 0; k < mean.size(); ++k) {
        ASSERT_NEAR(result.pixel(x, y)[k], mean[k], tolerance)
            << costs.width() << " x " << costs.height() << ", " << options.sgm.paths << " paths, x " << x << ", y " << y
            << ", level " << k;
      }
    }
  }
}

TEST(SemiGlobal, IsTheMeanOfItsPathsCosts) {
  on_every_simd_target([] {
    for (const Size size : odd_sizes) {
      for (const int count : {1, 2, 9, 16, 17, 40}) {
        const FloatImage guide = random_image(size.width, size.height, count % 2 == 0 ? 1 : 3, 1);
        const Volume costs = random_volume(size.width, size.height, {-3, count}, 2);
        for (const int paths : {5, 8}) expect_recursion(guide, costs, sgm(paths));
      }
    }
  });
}

TEST(SemiGlobal, PenaltiesCountInTheUnitOfTheCosts) {
  FloatImage guide = random_image(13, 9, 1, 3);
  for (float& value : guide.channels[0]) value *= 0.05F;
  const Volume costs = random_volume(13, 9, {0, 12}, 4);
  AggregateOptions options = sgm(5);
  for (const double small : {0.0, 0.5, 2.0}) {
    options.sgm.small = small;
    options.sgm.large = 2 * small + 0.5;
    expect_recursion(guide, costs, options);
  }
  // The same costs in another currency, with a duty on top.
  Volume other = costs;
  for (int y = 0; y < 9; ++y) {
    for (std::size_t i = 0; i < other.row_size(); ++i) other.row(y)[i] = 1000 + 64 * other.row(y)[i];
  }
  const Volume one = aggregate(*make_aggregation(sgm(8))(guide), costs);
  const Volume two = aggregate(*make_aggregation(sgm(8))(guide), other);
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 13; ++x) {
      for (int k = 0; k < 12; ++k) ASSERT_NEAR(two.pixel(x, y)[k], 1000 + 64 * one.pixel(x, y)[k], 1);
    }
  }
}

TEST(SemiGlobal, PathsDoNotCrossUnknownPixels) {
  for (const int paths : {5, 8}) {
    for (const Size size : odd_sizes) {
      FloatImage guide = random_image(size.width, size.height, 3, 5);
      add_holes(guide, 0.2, 6);
      const Volume costs = random_volume(size.width, size.height, {0, 10}, 7);
      expect_recursion(guide, costs, sgm(paths));
      const auto aggregation = leave_out_unknown(make_aggregation(sgm(paths))(guide), guide.known);
      const Volume result = aggregate(*aggregation, costs);
      EXPECT_TRUE(same_bits_inside(result, aggregate(*make_aggregation(sgm(paths))(guide), costs)));
    }
  }
}

TEST(SemiGlobal, ThreadsGiveTheSameBits) {
  const FloatImage guide = random_image(300, 23, 3, 8);
  const Volume costs = random_volume(300, 23, {0, 70}, 9);
  for (const int paths : {5, 8}) {
    const auto aggregation = make_aggregation(sgm(paths))(guide);
    const Volume expected = aggregate(*aggregation, costs, 1);
    for (const int threads : {2, 3, 7}) {
      EXPECT_TRUE(same_bits_inside(aggregate(*aggregation, costs, threads), expected)) << threads;
    }
  }
}

TEST(SemiGlobal, CostsThatDoNotDifferStayWhatTheyAre) {
  const FloatImage guide = random_image(7, 5, 1, 10);
  Volume costs(7, 5, {0, 9});
  for (int y = 0; y < 5; ++y) std::fill_n(costs.row(y), costs.row_size(), 3.5F);
  const Volume result = aggregate(*make_aggregation(sgm(5))(guide), costs);
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 7; ++x) {
      for (int k = 0; k < 9; ++k) EXPECT_EQ(result.pixel(x, y)[k], 3.5F);
    }
  }
}

/// Lowest costs of a path over the levels of a first pass, against which a later one is measured.
class NaiveLaterPath {
 public:
  NaiveLaterPath(const FloatImage& guide, const Volume& first, const Volume& later, const SemiGlobalOptions& options,
                 Direction way)
      : first_(guide, first, options, way),
        guide_(guide),
        luma_(luma(guide)),
        later_(later),
        options_(options),
        way_(way),
        unit_(unit_of(guide, first)) {}

  std::vector<double> at(int x, int y) const {
    const int levels = later_.levels().count;
    std::vector<double> cells(later_.pixel(x, y), later_.pixel(x, y) + levels);
    const int u = x - way_.x;
    const int v = y - way_.y;
    if (u < 0 || v < 0 || u >= later_.width() || v >= later_.height() || !known_at(guide_, u, v)) return cells;
    const std::vector<double> before = at(u, v);
    const std::vector<double> rivals = first_.at(u, v);
    const double lowest = *std::min_element(rivals.begin(), rivals.end());
    const double step = std::abs(luma_(x, y) - luma_(u, v));
    const double small = options_.small * unit_;
    const double large = std::max(1.1 * small, options_.large * unit_ * std::exp(-step / options_.edge));
    for (int k = 0; k < levels; ++k) {
      double best = std::min(before[k], lowest + large);
      if (k > 0) best = std::min(best, before[k - 1] + small);
      if (k + 1 < levels) best = std::min(best, before[k + 1] + small);
      cells[k] += std::max(best - lowest, 0.0);
    }
    return cells;
  }

 private:
  NaivePath first_;
  const FloatImage& guide_;
  Plane<float> luma_;
  const Volume& later_;
  SemiGlobalOptions options_;
  Direction way_;
  double unit_;
};

RowSource source_of(const Volume& costs) {
  return [&costs](int y, Columns columns, float* cells) {
    std::copy_n(costs.pixel(columns.begin, y),
                static_cast<std::size_t>(columns.count() * Volume::stride_for(costs.levels().count)), cells);
  };
}

/// A pass of a method that was told of several.
Volume pass_of(Aggregation& aggregation, const Volume& costs) {
  aggregation.look_ahead({costs.width(), costs.height(), costs.levels(), 1}, source_of(costs));
  return aggregate(aggregation, costs);
}

TEST(SemiGlobal, LaterPassesAreMeasuredAgainstTheFirst) {
  for (const int paths : {5, 8}) {
    FloatImage guide = random_image(9, 7, 3, 14);
    add_holes(guide, 0.1, 15);
    const Volume first = random_volume(9, 7, {0, 20}, 16);
    const Volume later = random_volume(9, 7, {-3, 7}, 17);
    const AggregateOptions options = sgm(paths);
    const auto aggregation = make_aggregation(options)(guide);
    dynamic_cast<SeveralPasses&>(*aggregation).expect_passes();
    EXPECT_TRUE(same_bits_inside(pass_of(*aggregation, first), aggregate(*make_aggregation(options)(guide), first)));
    const Volume result = pass_of(*aggregation, later);
    EXPECT_TRUE(same_bits_inside(pass_of(*aggregation, later), result)) << "passes come in any order";
    std::vector<NaiveLaterPath> naive;
    for (const Direction way : directions(paths)) naive.emplace_back(guide, first, later, options.sgm, way);
    for (int y = 0; y < 7; ++y) {
      for (int x = 0; x < 9; ++x) {
        if (!known_at(guide, x, y)) continue;
        for (int k = 0; k < 7; ++k) {
          double mean = 0;
          for (const NaiveLaterPath& path : naive) mean += path.at(x, y)[static_cast<std::size_t>(k)] / paths;
          ASSERT_NEAR(result.pixel(x, y)[k], mean, 0.04 * unit_of(guide, first)) << paths << ' ' << x << ' ' << y;
        }
      }
    }
  }
}

// What is made ahead of the slabs gives each slab its levels.
TEST(SemiGlobal, InAMixtureSlabsHaveTheBitsOfTheWhole) {
  FloatImage guide = random_image(19, 13, 3, 11);
  add_holes(guide, 0.1, 12);
  const Volume costs = random_volume(19, 13, {-5, 33}, 13);
  AggregateOptions options = sgm(5);
  options.method = "0.4*box+0.6*sgm";
  const auto aggregation = make_aggregation(options)(guide);
  const Volume whole = aggregate(*aggregation, costs);
  const auto source_of = [&](Levels levels) {
    return [&costs, levels](int y, Columns columns, float* cells) {
      const auto stride = static_cast<std::size_t>(Volume::stride_for(levels.count));
      for (int x = columns.begin; x < columns.end; ++x, cells += stride) {
        std::copy_n(costs.pixel(x, y) + (levels.first - costs.levels().first), levels.count, cells);
      }
    };
  };
  aggregation->look_ahead({19, 13, costs.levels()}, source_of(costs.levels()));
  for (const Levels levels : {Levels{-5, 8}, {3, 16}, {20, 8}, {-5, 33}}) {
    Volume part(19, 13, levels);
    aggregation->run({19, 13, levels}, source_of(levels),
                     [&](int y, const float* row) { std::copy_n(row, part.row_size(), part.row(y)); });
    EXPECT_TRUE(same_bits_inside(part, whole)) << levels.first;
  }
}

TEST(SemiGlobal, DeclaresThatItSeesAllLevelsTogether) {
  EXPECT_TRUE(aggregation_traits(sgm(5)).levels_together);
  AggregateOptions mixture = sgm(5);
  mixture.method = "gf+sgm";
  EXPECT_FALSE(aggregation_traits(mixture).levels_together);
  const Slab all{100, 70, {0, 20}};
  EXPECT_EQ(look_ahead_bytes(sgm(8), all), 0U);
  EXPECT_GT(look_ahead_bytes(mixture, all), sizeof(std::uint16_t) * 100 * 70 * 32);
  EXPECT_GT(aggregation_bytes(sgm(8), all), aggregation_bytes(sgm(5), all) + sizeof(std::uint16_t) * 100 * 60 * 32);
}

}  // namespace
}  // namespace csca
