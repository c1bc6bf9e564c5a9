// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/explain.hpp>

#include "aggregate/path_sums.hpp"
#include "explain/path_support.hpp"
#include "support/random.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace csca {
namespace {

AggregateOptions method(const std::string& name) {
  AggregateOptions options = as_means({});
  options.method = name;
  options.gf.radius = 3;
  options.bf.radius = 5;
  return options;
}

/// What the weights promise: the method's result is the sum of costs times weights.
void expect_weighted_sums(const AggregateOptions& options, const FloatImage& guide, int x, int y) {
  const Volume costs = random_volume(guide.width(), guide.height(), {0, 5}, 3);
  const Volume aggregated = aggregate(*leave_out_unknown(make_aggregation(options)(guide), guide.known), costs);
  const Plane<float> weights = support(options, guide, x, y, 2);
  EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-4);
  for (int k = 0; k < 5; ++k) {
    double sum = 0;
    for (int v = 0; v < guide.height(); ++v) {
      for (int u = 0; u < guide.width(); ++u) sum += double{weights(u, v)} * double{costs.pixel(u, v)[k]};
    }
    EXPECT_NEAR(sum, aggregated.pixel(x, y)[k], 2e-4) << options.method << " at " << x << ", " << y;
  }
}

TEST(Support, IsWhatTheMethodDoes) {
  const FloatImage guide = random_image(41, 30, 3, 7, true);
  for (const char* name : {"none", "box", "bf", "gf", "nl", "st", "gf+st", "0.2*box+0.8*nl"}) {
    for (const auto& [x, y] : {std::pair(20, 15), {0, 0}, {40, 29}, {2, 27}}) {
      expect_weighted_sums(method(name), guide, x, y);
    }
  }
}

TEST(Support, LeavesOutUnknownPixels) {
  FloatImage guide = random_image(33, 24, 1, 5, true);
  add_holes(guide, 0.2, 9);
  guide.known(16, 12) = 1;
  expect_weighted_sums(method("box"), guide, 16, 12);
  EXPECT_EQ(guide.known.empty(), false);
}

TEST(Support, OfPartOfAnImageIsThatOfTheWhole) {
  const FloatImage tiny = random_image(3, 2, 3, 1);
  for (const char* name : {"box", "bf", "gf", "nl", "st"}) expect_weighted_sums(method(name), tiny, 1, 1);
}

/// The sums of all paths at a pixel, as the aggregation itself makes them.
std::vector<double> path_sums(const PathSums& paths, const CostScale& scale, const Volume& costs, int x, int y) {
  const RowSource rows = [&](int row, Columns columns, float* cells) {
    std::copy_n(costs.pixel(columns.begin, row), columns.count() * costs.stride(), cells);
  };
  PathSums::Sums sums;
  const Slab slab{costs.width(), costs.height(), costs.levels(), 1};
  PathPass pass;
  PathSums::Sweep sweep = paths.last_way(slab, rows, scale, pass, true, sums);
  while (sweep.made() < costs.height()) sweep.advance();
  const int levels = costs.levels().count;
  const std::uint16_t* cells = sweep.sums(y) + static_cast<std::ptrdiff_t>(x) * path_stride(levels);
  return {cells, cells + levels};
}

/// Every cost is made a little larger, one after the other: what the difference of the two best levels makes of it is
/// what the weights promise.
TEST(Support, OfPathsIsHowTheChoiceFollowsCosts) {
  for (const int count : {5, 8}) {
    FloatImage guide = random_image(13, 11, 1, 4, true);
    if (count == 8) {
      add_holes(guide, 0.1, 6);
      guide.known(7, 5) = 1;
    }
    SemiGlobalOptions options;
    options.paths = count;
    const PathSums paths(options, guide);
    Volume costs = random_volume(13, 11, {0, 7}, 3);
    const CostScale scale{0, 0.5F};
    const auto cells = [&](int x, int y) { return costs.pixel(x, y); };
    const Plane<float> weights = path_support(paths, scale, {0, 7}, cells, 7, 5);
    EXPECT_EQ(weights(7, 5), 1);

    const std::vector<double> sums = path_sums(paths, scale, costs, 7, 5);
    const auto best = std::min_element(sums.begin(), sums.end()) - sums.begin();
    std::ptrdiff_t second = -1;
    for (std::ptrdiff_t k = 0; k < 7; ++k) {
      if (std::abs(k - best) >= 2 && (second < 0 || sums[k] < sums[second])) second = k;
    }
    int beyond = 0;
    for (int y = 0; y < 11; ++y) {
      for (int x = 0; x < 13; ++x) {
        double change = 0;
        for (int k = 0; k < 7; ++k) {
          const float before = costs.pixel(x, y)[k];
          costs.pixel(x, y)[k] = before + 3 / paths.unit(scale).steps;
          const std::vector<double> now = path_sums(paths, scale, costs, 7, 5);
          change += std::abs((now[second] - now[best]) - (sums[second] - sums[best]));
          costs.pixel(x, y)[k] = before;
        }
        // At the two levels on the way to the best one and to the runner-up; unknown pixels cost nothing.
        const bool known = guide.known.empty() || guide.known(x, y) != 0;
        EXPECT_NEAR(change, known ? 6.0 * count * double{weights(x, y)} : 0.0, 1e-3)
            << count << " at " << x << ' ' << y;
        beyond += weights(x, y) > 0 && (std::abs(x - 7) > 1 || std::abs(y - 5) > 1) ? 1 : 0;
      }
    }
    EXPECT_GT(beyond, 0);
  }
}

/// Costs that were picked out while matching lead to the same weights as all of them.
TEST(Support, OfPathsByWhatAMatchShows) {
  const Image left = random_texture(61, 50, 1, 1);
  const Image right = shifted(left, 4, 2);
  Options options = explainable(make_options("default"));
  options.aggregate.method = "0.5*sgm+0.5*box";
  options.range = {.first = 0, .levels = 12};
  options.scale.scales = 2;
  const Levels range{0, 12};
  constexpr int x = 33;
  constexpr int y = 21;
  PathCosts costs(range, 2, 61, 50, x, y);
  std::vector<Volume> all{Volume(61, 50, range), Volume(31, 25, coarser(range))};
  Hooks hooks;
  hooks.observe = [&](VolumeStage stage, int scale, Levels levels, int row, const float* cells) {
    costs.take(stage, scale, levels, row, cells);
    if (stage != VolumeStage::raw) return;
    for (int u = 0; u < all[scale].width(); ++u) {
      std::copy_n(cells + static_cast<std::ptrdiff_t>(u) * Volume::stride_for(levels.count), levels.count,
                  all[scale].pixel(u, row) + levels.first - all[scale].levels().first);
    }
  };
  match(left, right, options, hooks);
  EXPECT_GT(costs.bytes(), 10000U);
  const auto guides = pyramid(to_float(left, 255, false, 1), 2, 1);
  AggregateOptions alone = options.aggregate;
  alone.method = "sgm";
  for (int s = 0; s < 2; ++s) {
    const PathSums paths(options.aggregate.sgm, guides[s]);
    const RowSource rows = [&](int row, Columns columns, float* cells) {
      std::copy_n(all[s].pixel(columns.begin, row), columns.count() * all[s].stride(), cells);
    };
    const CostScale scale = cost_scale({all[s].width(), all[s].height(), all[s].levels(), 1}, rows, paths.known());
    const auto cells = [&](int u, int v) { return all[s].pixel(u, v); };
    Plane<float> wanted = path_support(paths, scale, all[s].levels(), cells, x >> s, y >> s);
    const float sum = std::accumulate(wanted.begin(), wanted.end(), 0.0F);
    const Plane<float> found = support(alone, guides[s], x >> s, y >> s, costs, s);
    const Plane<float> mixed = support(options.aggregate, guides[s], x >> s, y >> s, costs, s);
    for (int v = 0; v < wanted.height(); ++v) {
      for (int u = 0; u < wanted.width(); ++u) EXPECT_NEAR(found(u, v), wanted(u, v) / sum, 1e-6);
    }
    EXPECT_NEAR(std::accumulate(mixed.begin(), mixed.end(), 0.0F), 1, 1e-4);
  }
  EXPECT_THROW(support(alone, guides[0], x, y), Error);
}

TEST(Support, SaysWhatItCannotShow) {
  const FloatImage guide = random_image(80, 70, 3, 2, true);
  AggregateOptions wide = method("box");
  wide.box.radius = 33;
  EXPECT_THROW(support(wide, guide, 40, 35), Error);
  AggregateOptions wrapping = method("bf");
  wrapping.bf.wrap = true;
  wrapping.bf.sigma_colour = 0.2;
  EXPECT_THROW(support(wrapping, guide, 0, 35), Error);
  EXPECT_THROW(support(method("box"), guide, 80, 0), Error);
  EXPECT_THROW(support(method("box"), guide, 0, -1), Error);
}

TEST(Support, Stops) {
  std::stop_source stop;
  stop.request_stop();
  try {
    support(method("gf"), random_image(30, 30, 3, 2), 5, 5, 1, stop.get_token());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

}  // namespace
}  // namespace csca
