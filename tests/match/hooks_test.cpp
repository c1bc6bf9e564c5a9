// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace csca {
namespace {

const Image left = random_texture(64, 40, 3, 1);
const Image right = shifted(left, 6, 2);

Options options_for(int threads) {
  Options options;
  options.range = {0, 40, false};
  options.select.subpixel = Subpixel::none;  // its own rounding, but the same winners
  options.run = {.threads = threads, .slab = 4};
  return options;
}

/// A user's aggregation that wants whole slabs; it borrows the box, so that the right result is known.
class OwnBox final : public VolumeAggregation {
 public:
  void filter(Volume& slab) const override {
    AggregateOptions options;
    options.method = "box";
    slab = aggregate(*make_aggregation(options)(FloatImage()), slab);
  }
};

class Broken final : public Aggregation {
 public:
  void run(const Slab& slab, const RowSource&, const RowSink&) const override {
    if (slab.levels.first >= 8) throw std::out_of_range("the user's own");
  }
};

TEST(Hooks, AUsersAggregationGetsEachScalesGuideAndTheFramework) {
  std::vector<int> widths;
  Hooks hooks;
  hooks.aggregate = [&](const FloatImage& guide) {
    widths.push_back(guide.width());
    EXPECT_EQ(guide.channels.size(), 3U);
    return std::make_unique<OwnBox>();
  };
  Options options = options_for(2);
  const Result expected = match(left, right, options);
  options.aggregate.method = "none";  // the hook replaces it
  const Result result = match(left, right, options, hooks);
  EXPECT_EQ(widths, (std::vector<int>{64, 32, 16}));
  EXPECT_EQ(result.scales, 3);
  EXPECT_TRUE(same_bits(result.disparity, expected.disparity));
}

/// Keeps which levels it was shown at once.
class Noting final : public VolumeAggregation {
 public:
  explicit Noting(std::vector<Levels>& seen) : seen_(seen) {}
  void filter(Volume& slab) const override { seen_.push_back(slab.levels()); }

 private:
  std::vector<Levels>& seen_;
};

TEST(Hooks, AllLevelsAtOnceWhereAskedFor) {
  std::vector<Levels> seen;
  Hooks hooks;
  hooks.aggregate = [&](const FloatImage&) { return std::make_unique<Noting>(seen); };
  hooks.all_levels = true;
  Options options = options_for(2);
  options.range = {-7, 40, false};
  options.aggregate.method = "none";
  options.select.subpixel = Subpixel::parabola;
  const Result expected = match(left, right, options);
  options.run.slab.reset();
  const Result result = match(left, right, options, hooks);
  EXPECT_EQ(seen, (std::vector<Levels>{{-2, 11}, {-4, 21}, {-7, 40}}));
  EXPECT_TRUE(same_bits(result.disparity, expected.disparity));

  seen.clear();
  options.run.slab = 16;
  options.run.threads = 1;
  match(left, right, options, hooks);
  EXPECT_GT(seen.size(), 3U);
  EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](const Levels& levels) { return levels.count <= 16; }));
}

TEST(Hooks, CostsOfTheRightViewAreAskedForInAMirror) {
  Options options = options_for(1);
  options.select.right = RightView::full;
  options.run.precision = Precision::floats;
  const Result expected = match(left, right, options);
  options.cost.method = "cen";  // the hooks replace it, in both views
  Hooks hooks;
  hooks.cost = [](int, const FloatImage& one, const FloatImage& other, Levels) {
    return make_cost(CostOptions{}, one, other);
  };
  EXPECT_FALSE(same_bits(match(left, right, options, hooks).right_disparity, expected.right_disparity));
  hooks.right_cost = hooks.cost;
  const Result result = match(left, right, options, hooks);
  EXPECT_TRUE(same_bits(result.right_disparity, expected.right_disparity));
  EXPECT_TRUE(same_bits(result.disparity, expected.disparity));
}

TEST(Hooks, CostsOfTheRightViewAlone) {
  Options options = options_for(1);
  options.select.right = RightView::full;
  options.cost.method = "cen";
  Hooks hooks;
  hooks.right_cost = [](int, const FloatImage& one, const FloatImage& other, Levels) {
    return make_cost(CostOptions{}, one, other);
  };
  for (const char* method : {"box", "gf"}) {
    options.aggregate.method = method;
    const Result result = match(left, right, options, hooks);
    Options floats = options;
    floats.run.precision = Precision::floats;
    EXPECT_TRUE(same_bits(result.disparity, match(left, right, floats, hooks).disparity)) << method;
    floats.cost = {};
    EXPECT_TRUE(same_bits(result.right_disparity, match(left, right, floats).right_disparity)) << method;
  }
}

TEST(Hooks, AnExceptionInAUsersAggregationReachesTheCaller) {
  Hooks hooks;
  hooks.aggregate = [](const FloatImage&) { return std::make_unique<Broken>(); };
  for (const int threads : {1, 2, 3}) EXPECT_THROW(match(left, right, options_for(threads), hooks), std::out_of_range);
  hooks.aggregate = [](const FloatImage&) -> std::unique_ptr<Aggregation> { throw std::out_of_range("at once"); };
  EXPECT_THROW(match(left, right, options_for(2), hooks), std::out_of_range);
}

TEST(Hooks, ProgressRisesToOne) {
  for (const int threads : {1, 2, 3}) {
    std::vector<double> shares;
    Hooks hooks;
    hooks.progress = [&](double done) { shares.push_back(done); };
    match(left, right, options_for(threads), hooks);
    ASSERT_FALSE(shares.empty());
    for (std::size_t i = 1; i < shares.size(); ++i) EXPECT_GT(shares[i], shares[i - 1]);
    EXPECT_GE(shares.front(), 0);
    EXPECT_EQ(shares.back(), 1);
  }
}

TEST(Hooks, AnExceptionInProgressReachesTheCaller) {
  Hooks hooks;
  hooks.progress = [](double) { throw std::runtime_error("stop"); };
  EXPECT_THROW(match(left, right, options_for(2), hooks), std::runtime_error);
}

}  // namespace
}  // namespace csca
