// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// Costs from outside, with cells that have none and cells that are ruled out.
#include "cost/source.hpp"

#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/scenes.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <string>

namespace csca {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

Volume costs_of(const Image& left, const Image& right, Levels range) {
  const FloatImage one = to_float(left, 255);
  const FloatImage other = to_float(right, 255);
  return cost_volume(CostSource(make_cost({}, one, other), one, {}, range, Outside::mean, 2), range);
}

/// The volume with a value in cells whose partner lies outside.
Volume forbidden(Volume volume, float value) {
  const Levels range = volume.levels();
  for (int y = 0; y < volume.height(); ++y) {
    for (int x = 0; x < volume.width(); ++x) {
      for (int k = 0; k < range.count; ++k) {
        if (x - range.first - k < 0) volume.pixel(x, y)[k] = value;
      }
    }
  }
  return volume;
}

Result match_volume(const Image& guide, const Volume& volume, Options options) {
  std::vector<std::shared_ptr<const Volume>> volumes = {std::make_shared<const Volume>(volume)};
  while (static_cast<int>(volumes.size()) < options.scale.scales) {
    volumes.push_back(std::make_shared<const Volume>(downsample(*volumes.back())));
  }
  options.range = {volume.levels().first, volume.levels().count, false};
  Hooks hooks;
  hooks.cost = [&](int s, const FloatImage& left, const FloatImage&, Levels range) {
    return make_volume_cost(volumes[static_cast<std::size_t>(s)], left.width(), left.height(), range);
  };
  return match(guide, guide, options, hooks);
}

Options options_for(const char* method, int scales) {
  Options options;
  options.aggregate.method = method;
  options.scale.scales = scales;
  return options;
}

/// How many pixels beyond a column are off by more than 1, and how many there are.
double wrong_share(const Plane<float>& disparity, const Plane<float>& truth, int begin) {
  int wrong = 0;
  int all = 0;
  for (int y = 0; y < truth.height(); ++y) {
    for (int x = begin; x < truth.width(); ++x) {
      if (!std::isfinite(truth(x, y)) || truth(x, y) <= 0) continue;
      ++all;
      wrong += !(std::abs(disparity(x, y) - truth(x, y)) <= 1) ? 1 : 0;
    }
  }
  return static_cast<double>(wrong) / all;
}

void expect_same_scores(const Image& left, const Image& right, const Plane<float>& truth, int levels, int begin) {
  const Volume plain = costs_of(left, right, {0, levels});
  for (const char* method : {"box", "gf", "st", "sgm"}) {
    for (const int scales : {1, 5}) {
      const Options options = options_for(method, scales);
      const double expected = wrong_share(match_volume(left, plain, options).disparity, truth, begin);
      for (const float value : {nan, inf, 1e6F, 1e9F}) {
        const Result result = match_volume(left, forbidden(plain, value), options);
        EXPECT_NEAR(wrong_share(result.disparity, truth, begin), expected, 0.002)
            << method << ", " << scales << " scales, cells without a partner at " << value;
      }
    }
  }
}

TEST(OwnCosts, CellsThatAreRuledOutLeaveTheOthersAlone) {
  const SynthPair pair = synthesize({.width = 300, .height = 160, .levels = 32});
  expect_same_scores(pair.left, pair.right, pair.truth_left, 32, 70);
}

TEST(OwnCosts, CellsThatAreRuledOutLeaveTheOthersAloneOnCones) {
  if (!scenes::data_folder()) GTEST_SKIP() << "CSCA_DATA is not set";
  for (const scenes::Scene& scene : scenes::group("v2")) {
    if (scene.name != "cones") continue;
    const scenes::Pair pair = scenes::load(scene);
    expect_same_scores(pair.left, pair.right, pair.truth, 60, 100);
    return;
  }
  FAIL() << "no cones";
}

TEST(OwnCosts, OneHugeCellStaysInItsWindow) {
  const Image left = random_texture(90, 60, 3, 1);
  const Image right = shifted(left, 7, 2);
  const Volume plain = costs_of(left, right, {0, 16});
  Options options = options_for("box", 1);
  options.aggregate.box.radius = 3;
  options.select.subpixel = Subpixel::none;
  const Result expected = match_volume(left, plain, options);
  for (const float value : {1e9F, 3e38F, inf, -1e9F, -inf}) {
    Volume volume = plain;
    volume.pixel(40, 30)[7] = value;
    const Result result = match_volume(left, volume, options);
    for (int y = 0; y < 60; ++y) {
      for (int x = 0; x < 90; ++x) {
        if (std::max(std::abs(x - 40), std::abs(y - 30)) <= 3) continue;
        ASSERT_EQ(result.disparity(x, y), expected.disparity(x, y)) << value << ", x " << x << ", y " << y;
      }
    }
  }
}

// Neighbours decide about a pixel without any cost.
TEST(OwnCosts, APixelWithoutAnyCostFollowsItsNeighbours) {
  const Image left = random_texture(90, 60, 3, 1);
  const Image right = shifted(left, 7, 2);
  Volume volume = costs_of(left, right, {0, 16});
  for (int y = 28; y < 31; ++y) {
    for (int x = 40; x < 43; ++x) std::fill_n(volume.pixel(x, y), 16, nan);
  }
  const Image flat(90, 60, 1, Sample::u8);  // a guide that knows no edges
  for (const std::string_view method : aggregation_names()) {
    if (method == "none") continue;
    Options options = options_for(std::string(method).c_str(), 3);
    options.select.subpixel = Subpixel::none;
    const Result result = match_volume(flat, volume, options);
    for (int y = 26; y < 33; ++y) {
      for (int x = 38; x < 45; ++x) ASSERT_EQ(result.disparity(x, y), 7) << method << ", x " << x << ", y " << y;
    }
  }
}

}  // namespace
}  // namespace csca
