// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <array>
#include <cmath>
#include <mutex>

namespace csca {
namespace {

const Image left = random_texture(70, 38, 3, 1);
const Image right = shifted(left, 6, 2);
constexpr Levels range{-3, 27};

Options small_range() {
  Options options;
  options.range = {range.first, range.count, false};
  options.select.subpixel = Subpixel::none;  // the shifts are whole
  options.aggregate.bf.radius = 4;
  options.run.threads = 2;
  return options;
}

/// Volumes put together from the rows that an observer sees.
struct Observed {
  std::array<std::vector<Volume>, 3> stages;
  std::mutex lock;

  explicit Observed(int scales) {
    for (std::vector<Volume>& volumes : stages) {
      int width = 70;
      int height = 38;
      Levels levels = range;
      for (int s = 0; s < scales; ++s) {
        volumes.emplace_back(width, height, levels);
        for (int y = 0; y < height; ++y) {
          std::fill_n(volumes[s].row(y), volumes[s].row_size(), std::numeric_limits<float>::quiet_NaN());
        }
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        levels = coarser(levels);
      }
    }
  }

  void see(VolumeStage stage, int scale, Levels levels, int y, const float* row) {
    const std::scoped_lock guard(lock);
    Volume& volume = stages[static_cast<std::size_t>(stage)][static_cast<std::size_t>(scale)];
    for (int x = 0; x < volume.width(); ++x) {
      for (int k = 0; k < levels.count; ++k) {
        float& cell = volume.pixel(x, y)[levels.first + k - volume.levels().first];
        const float shown = row[x * Volume::stride_for(levels.count) + k];
        EXPECT_TRUE(std::isnan(cell) || cell == shown) << "shown twice, with different values";
        cell = shown;
      }
    }
  }
};

TEST(Observe, RowsAssembleToTheExpertsVolumes) {
  for (const char* method : {"box", "gf", "st", "gf+st", "sgm", "st+sgm"}) {
    for (const Subpixel subpixel : {Subpixel::none, Subpixel::parabola}) {
      Options options = small_range();
      options.aggregate.method = method;
      options.select.subpixel = subpixel;
      options.select.confidence = Confidence::ambiguity;  // its second pass shows nothing
      options.run.slab = 5;
      options.run.precision = Precision::floats;
      Observed observed(3);
      Hooks hooks;
      hooks.observe = [&](auto... what) { observed.see(what...); };
      const Result result = match(left, right, options, hooks);
      ASSERT_EQ(result.scales, 3);

      const auto lefts = pyramid(to_float(left, 255), 3);
      const auto rights = pyramid(to_float(right, 255), 3);
      std::vector<Volume> aggregated;
      Levels levels = range;
      for (int s = 0; s < 3; ++s, levels = coarser(levels)) {
        const CostSource source(make_cost(options.cost, lefts[s], rights[s]), lefts[s], rights[s].known, levels,
                                options.cost.outside, 1);
        const Volume costs = cost_volume(source, levels);
        aggregated.push_back(aggregate(*make_aggregation(options.aggregate)(lefts[s]), costs));
        EXPECT_TRUE(same_bits_inside(observed.stages[0][s], costs)) << method << ", scale " << s;
        EXPECT_TRUE(same_bits_inside(observed.stages[1][s], aggregated[s])) << method << ", scale " << s;
      }
      const Volume combined = combine(aggregated, result.weights, options.scale.level_map, options.scale.space_map);
      EXPECT_TRUE(same_bits_inside(observed.stages[2][0], combined)) << method;
      EXPECT_TRUE(same_bits(result.disparity, select(combined, subpixel))) << method;
    }
  }
}

TEST(Observe, SeesOnlyTheLeftViewAndTheLastPass) {
  for (const bool depth : {false, true}) {
    Options options = small_range();
    options.aggregate.method = "st";
    options.aggregate.st.depth = depth;
    options.select.right = RightView::full;
    options.run.slab = 32;
    std::vector<int> rows;
    std::mutex lock;
    Hooks hooks;
    hooks.observe = [&](VolumeStage stage, int, Levels, int y, const float*) {
      const std::scoped_lock guard(lock);
      if (stage == VolumeStage::combined) rows.push_back(y);
    };
    match(left, right, options, hooks);
    EXPECT_EQ(rows.size(), 2U * 38) << "levels -3 to -1 and 0 to 23";
  }
}

TEST(Progress, RisesToOneInAllPasses) {
  for (const RightView view : {RightView::none, RightView::full, RightView::diagonal}) {
    for (const bool depth : {false, true}) {
      Options options = small_range();
      options.aggregate.method = "st";
      options.aggregate.st.depth = depth;
      options.select = {Subpixel::none, view, 1, Confidence::ambiguity};
      std::vector<double> shares;
      Hooks hooks;
      hooks.progress = [&](double done) { shares.push_back(done); };
      match(left, right, options, hooks);
      for (std::size_t i = 1; i < shares.size(); ++i) ASSERT_GT(shares[i], shares[i - 1]);
      EXPECT_EQ(shares.back(), 1);
    }
  }
}

/// A cost that knows the answer: the distance from the level that the constructor was told.
class Oracle final : public MatchingCost {
 public:
  explicit Oracle(double disparity) : disparity_(disparity) {}

  void cells(int, int begin, int end, Levels levels, int stride, float* out) const override {
    for (int x = begin; x < end; ++x) {
      for (int k = 0; k < levels.count; ++k) {
        out[(x - begin) * stride + k] = static_cast<float>(std::abs(levels.first + k - disparity_));
      }
    }
  }
  float outside(int, int) const override { return 100; }

 private:
  double disparity_;
};

TEST(CostHook, ReplacesTheCostOfEachScale) {
  std::vector<Levels> ranges;
  Hooks hooks;
  hooks.cost = [&](int scale, const FloatImage& l, const FloatImage& r, Levels levels) {
    EXPECT_EQ(scale, static_cast<int>(ranges.size()));
    EXPECT_EQ(l.width(), (70 + (1 << scale) - 1) >> scale);
    EXPECT_EQ(r.height(), (38 + (1 << scale) - 1) >> scale);
    ranges.push_back(levels);
    return std::make_unique<Oracle>(11.0 / (1 << scale));
  };
  const Result result = match(left, right, small_range(), hooks);
  EXPECT_EQ(ranges, (std::vector<Levels>{range, coarser(range), coarser(coarser(range))}));
  for (int y = 0; y < 38; ++y) {
    for (int x = 30; x < 62; ++x) ASSERT_EQ(result.disparity(x, y), 11.0F) << "x " << x << ", y " << y;
  }

  // The right view is matched by the cost that the options name.
  ranges.clear();
  Options both = small_range();
  both.run.precision = Precision::floats;  // an own cost makes floats
  both.select.right = RightView::full;
  const Plane<float> named = match(left, right, both).right_disparity;
  EXPECT_TRUE(same_bits(match(left, right, both, hooks).right_disparity, named));
  EXPECT_EQ(ranges.size(), 3U);
}

TEST(Refinement, RunsAfterTheCheck) {
  Options options = small_range();
  options.select.right = RightView::full;
  const Result checked = match(left, right, options);
  ASSERT_TRUE(std::any_of(checked.disparity.begin(), checked.disparity.end(), [](float d) { return std::isnan(d); }));

  options.refine.steps = "speckle,wm,median";
  options.refine.fill = Fill::all;
  const Result refined = match(left, right, options);
  for (const float d : refined.disparity) ASSERT_FALSE(std::isnan(d));

  Plane<float> disparity = checked.disparity;
  ValidityMap validity = checked.validity;
  const FloatImage guide = to_float(left, 255);
  refine({disparity, validity, guide, checked.range, 1}, options.refine);
  EXPECT_TRUE(same_bits(refined.disparity, disparity));
  EXPECT_TRUE(same_bits(refined.validity, validity));
}

TEST(Refinement, LeavesPixelsWithoutDataAloneUnlessToldOtherwise) {
  Pair pair{left, right, Mask(70, 38, 1)};
  for (int y = 10; y < 20; ++y) std::fill_n(pair.left_mask.row(y) + 20, 12, std::uint8_t{0});
  for (const char* steps : {"", "median", "speckle", "wm", "nl", "nl,median"}) {
    for (const Fill fill : {Fill::none, Fill::background, Fill::all}) {
      Options options = small_range();
      options.select.right = RightView::diagonal;
      options.refine.steps = steps;
      options.refine.fill = fill;
      const Result result = match(pair, options);
      for (int y = 0; y < 38; ++y) {
        for (int x = 0; x < 70; ++x) {
          const bool out = pair.left_mask(x, y) == 0;
          const bool unknown = std::isnan(result.disparity(x, y));
          ASSERT_TRUE(fill == Fill::none ? unknown >= out : unknown == (fill == Fill::background && out)) << steps;
          ASSERT_EQ((result.validity(x, y) & Validity::masked) != 0, out) << steps;
        }
      }
    }
  }
}

TEST(SecondPass, SeesTheFirstOnesDisparities) {
  const SynthPair pair = synthesize({.width = 120, .height = 80, .levels = 24});
  Options options;
  options.range = {0, 24, false};
  options.aggregate.method = "st";
  options.select.subpixel = Subpixel::none;  // which pixels differ is asked, not by how little
  const Result once = match(pair.left, pair.right, options);
  options.aggregate.st.depth = true;
  const Result twice = match(pair.left, pair.right, options);
  int different = 0;
  for (std::size_t i = 0; i < once.disparity.size(); ++i) {
    ASSERT_TRUE(twice.disparity.data()[i] >= 0 && twice.disparity.data()[i] < 24);
    different += once.disparity.data()[i] != twice.disparity.data()[i] ? 1 : 0;
  }
  EXPECT_GT(different, 0);
  EXPECT_LT(different, 120 * 80 / 2);
  for (const int slab : {1, 5, 24}) {
    options.run = {.threads = 1 + slab % 3, .slab = slab};
    EXPECT_TRUE(same_bits(match(pair.left, pair.right, options).disparity, twice.disparity));
  }
}

/// Mean distance to the truth over pixels that both cameras see and that are right to within a pixel.
double average_error(const SynthPair& pair, const Plane<float>& disparity) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < disparity.size(); ++i) {
    const double error = std::abs(disparity.data()[i] - pair.truth_left.data()[i]);
    if (pair.visible_left.data()[i] == 0 || error > 1) continue;
    sum += error;
    ++count;
  }
  EXPECT_GT(count, static_cast<int>(disparity.size()) / 2);
  return sum / count;
}

TEST(Subpixel, IsNearerToTheTruthThanWholeLevels) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const SynthPair pair = synthesize(
        {.width = 200, .height = 140, .levels = 32, .seed = seed, .textureless = false, .repetitive = false});
    for (const char* cost : {"grd", "cen", "cg"}) {
      Options options;
      options.range = {0, 32, false};
      options.cost.method = cost;
      options.select.subpixel = Subpixel::none;
      const double whole = average_error(pair, match(pair.left, pair.right, options).disparity);
      for (const Subpixel fit : {Subpixel::parabola, Subpixel::equiangular}) {
        options.select.subpixel = fit;
        EXPECT_LT(average_error(pair, match(pair.left, pair.right, options).disparity), whole)
            << cost << ", seed " << seed;
      }
    }
  }
}

}  // namespace
}  // namespace csca
