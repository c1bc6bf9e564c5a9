// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/explain.hpp>

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
