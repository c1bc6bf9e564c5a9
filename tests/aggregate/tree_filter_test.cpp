// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "aggregate/segment_tree.hpp"
#include "naive_tree.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <optional>

namespace csca {
namespace {

AggregateOptions tree_options(const std::string& method, double sigma, double normalise) {
  AggregateOptions options;
  options.method = method;
  options.nl = {sigma, normalise};
  options.st.sigma = sigma;
  options.st.normalise = normalise;
  options.st.scale = 60;
  options.st.least = 3;
  return options;
}

/// Eq. 4 with the tree's kernel, all pairs in double precision.
void expect_all_pairs(const AggregateOptions& options, const FloatImage& guide, const Volume& costs) {
  const int pixels = guide.width() * guide.height();
  const bool nl = options.method == "nl";
  const double sigma = nl ? options.nl.sigma : options.st.sigma;
  const double normalise = nl ? options.nl.normalise : options.st.normalise;
  const std::vector<naive::Edge> edges = naive::edges_of(guide);
  const auto distance = naive::distances(
      nl ? naive::minimum_spanning_tree(edges, pixels) : naive::segment_tree(edges, pixels, options.st), pixels);
  const auto at = [&](const Volume& volume, int i) { return volume.pixel(i % guide.width(), i / guide.width()); };

  const Volume result = aggregate(*make_aggregation(options)(guide), costs);
  for (int i = 0; i < pixels; ++i) {
    double z = 0;
    for (int j = 0; j < pixels; ++j) z += std::exp(-distance[i][j] / (255 * sigma));
    for (int k = 0; k < costs.levels().count; ++k) {
      double sum = 0;
      for (int j = 0; j < pixels; ++j) sum += std::exp(-distance[i][j] / (255 * sigma)) * at(costs, j)[k];
      const double expected = sum / std::pow(z, normalise);
      ASSERT_NEAR(at(result, i)[k], expected, 1e-5 * std::max(1.0, expected)) << options.method << ", pixel " << i;
    }
  }
}

TEST(TreeFilter, IsTheSumOverAllPairs) {
  on_every_simd_target([] {
    for (const char* method : {"nl", "st"}) {
      for (const Size size : {Size{1, 1}, {9, 1}, {1, 7}, {2, 2}, {8, 6}}) {
        for (const int channels : {1, 3}) {
          const FloatImage guide = random_image(size.width, size.height, channels, 5, true);
          for (const double normalise : {0.0, 0.5, 1.0}) {
            for (const int count : {1, 8, 20, 32}) {
              const Volume costs = random_volume(size.width, size.height, {-3, count}, 6);
              for (const double sigma : {0.03, 0.1, 10.0}) {
                expect_all_pairs(tree_options(method, sigma, normalise), guide, costs);
              }
            }
          }
        }
      }
    }
  });
}

TEST(TreeFilter, AConstantGuideAveragesTheWholeImage) {
  FloatImage guide;
  guide.channels.assign(1, Plane<float>(31, 17, 0.3F));
  const Volume costs = random_volume(31, 17, {0, 5}, 7);
  for (const char* method : {"nl", "st"}) {
    const Volume result = aggregate(*make_aggregation(tree_options(method, 0.1, 1))(guide), costs);
    for (int k = 0; k < 5; ++k) {
      double sum = 0;
      for (int y = 0; y < 17; ++y) {
        for (int x = 0; x < 31; ++x) sum += costs.pixel(x, y)[k];
      }
      EXPECT_NEAR(result.pixel(0, 0)[k], sum / (31 * 17), 1e-5);
      EXPECT_NEAR(result.pixel(30, 16)[k], sum / (31 * 17), 1e-5);
    }
  }
}

TEST(TreeFilter, SlabsOfAnySizeGiveTheSameBits) {
  on_every_simd_target([] {
    const FloatImage guide = random_image(23, 14, 3, 8);
    const Volume costs = random_volume(23, 14, {-7, 45}, 9);
    for (const char* method : {"nl", "st"}) {
      const auto aggregation = make_aggregation(tree_options(method, 0.07, 0.5))(guide);
      const Volume whole = aggregate(*aggregation, costs);
      for (const int size : {1, 3, 8, 16, 24, 33}) {
        for (int first = -7; first <= 37; first += size) {
          Volume slab(23, 14, {first, std::min(size, 38 - first)});
          for (int y = 0; y < 14; ++y) {
            for (int x = 0; x < 23; ++x) {
              std::copy_n(costs.pixel(x, y) + first + 7, slab.levels().count, slab.pixel(x, y));
            }
          }
          ASSERT_TRUE(same_bits_inside(aggregate(*aggregation, slab), whole)) << method << ", slabs of " << size;
        }
      }
    }
  });
}

TEST(TreeFilter, ASeriesOfSlabsIsOneAfterTheOther) {
  on_every_simd_target([] {
    constexpr int width = 601;  // three runs a row
    constexpr int height = 5;
    const FloatImage guide = random_image(width, height, 1, 10, true);
    const Volume costs = random_volume(width, height, {-7, 60}, 11);
    const auto aggregation = make_aggregation(tree_options("nl", 0.07, 0.5))(guide);
    const Volume expected = aggregate(*aggregation, costs);
    Volume result(width, height, costs.levels());
    int given = 0;
    int done = 0;
    const Levels slabs[] = {{-7, 16}, {9, 16}, {25, 4}, {29, 3}, {32, 20}, {52, 1}};  // of three strides
    aggregation->run_series([&]() -> std::optional<SlabWork> {
      if (given == std::ssize(slabs)) return std::nullopt;
      const Levels levels = slabs[given++];
      const Slab slab{.width = width, .height = height, .levels = levels};
      const auto source = [=, &costs](int y, Columns columns, float* cells) {
        for (int x = columns.begin; x < columns.end; ++x, cells += slab.stride()) {
          std::fill_n(cells, slab.stride(), 0.0F);
          std::copy_n(costs.pixel(x, y) + levels.first + 7, levels.count, cells);
        }
      };
      const auto sink = [=, &result](int y, Columns columns, const float* cells, const float* factors) {
        for (int x = columns.begin; x < columns.end; ++x, cells += slab.stride(), ++factors) {
          for (int k = 0; k < levels.count; ++k) result.pixel(x, y)[levels.first + 7 + k] = *factors * cells[k];
        }
      };
      return SlabWork{slab, source, sink, [&] { ++done; }};
    });
    EXPECT_EQ(done, std::ssize(slabs));
    EXPECT_TRUE(same_bits_inside(result, expected));
  });
}

TEST(SegmentTreeWithDepth, AFlatOrUnknownMapChangesNothing) {
  const FloatImage guide = random_image(23, 14, 3, 12);
  const Volume costs = random_volume(23, 14, {0, 9}, 13);
  const AggregateOptions options = tree_options("st", 0.1, 1);
  const Volume expected = aggregate(*make_segment_tree(options)(guide), costs);
  for (const float value : {3.0F, std::numeric_limits<float>::quiet_NaN()}) {
    const auto aggregation = make_segment_tree_with_depth(options, Plane<float>(23, 14, value), {0, 9})(guide);
    EXPECT_TRUE(same_bits_inside(aggregate(*aggregation, costs), expected));
  }
}

TEST(SegmentTreeWithDepth, AStepInDepthPartsWhatColourDoesNotOnAnyScale) {
  // Costs are 1 left of the step and 0 right of it; the coarse guides have 41 / 2 and 41 / 4 columns, rounded up.
  Plane<float> disparity(41, 30, 5.0F);
  for (int y = 0; y < 30; ++y) std::fill_n(disparity.row(y), 20, 65.0F);
  const auto factory = make_segment_tree_with_depth(tree_options("st", 0.05, 1), disparity, {0, 64});
  for (const auto& [width, height, step] : {std::array{41, 30, 20}, {21, 15, 10}, {11, 8, 5}}) {
    FloatImage guide;
    guide.channels.assign(1, Plane<float>(width, height, 0.5F));
    Volume costs(width, height, {0, 1});
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < step; ++x) *costs.pixel(x, y) = 1;
    }
    const Volume result = aggregate(*factory(guide), costs);
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) EXPECT_NEAR(*result.pixel(x, y), x < step ? 1 : 0, 1e-3) << width;
    }
  }
}

TEST(TreeFilter, ThreadsDoNotChangeABit) {
  const Image left = random_texture(61, 40, 3, 10);
  const Image right = shifted(left, 6, 11);
  for (const char* method : {"nl", "st"}) {
    Options options;
    options.range = {-3, 70, false};
    options.aggregate = tree_options(method, 0.07, 0.5);
    options.run.threads = 1;
    const Result expected = match(left, right, options);
    for (options.run.threads = 2; options.run.threads <= 5; ++options.run.threads) {
      EXPECT_TRUE(same_bits(match(left, right, options).disparity, expected.disparity)) << method;
    }
  }
}

}  // namespace
}  // namespace csca
