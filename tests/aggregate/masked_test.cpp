// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/traits.hpp"

#include "slabs.hpp"
#include "support/expect.hpp"
#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace csca {
namespace {

std::unique_ptr<Aggregation> prepared(const AggregateOptions& options, const FloatImage& guide) {
  return leave_out_unknown(make_aggregation(options)(guide), guide.known);
}

AggregateOptions options_of(std::string_view name) {
  AggregateOptions options;
  options.method = name;
  options.bf.radius = 3;
  return options;
}

FloatImage guide_with_holes(Size size, double share, std::uint32_t seed) {
  FloatImage guide = random_image(size.width, size.height, 3, seed);
  add_holes(guide, share, seed + 1);
  return guide;
}

TEST(LeaveOutUnknown, IsNormalisedConvolution) {
  for (const Size size : odd_sizes) {
    const FloatImage guide = guide_with_holes(size, 0.3, 1);
    const Volume costs = random_volume(size.width, size.height, {-3, 9}, 3);
    for (const int radius : {1, 2, 40}) {
      for (const bool normalise : {true, false}) {
        AggregateOptions options = options_of("box");
        options.box = {radius, normalise};
        const Volume result = aggregate(*prepared(options, guide), costs);
        for (int y = 0; y < size.height; ++y) {
          for (int x = 0; x < size.width; ++x) {
            for (int k = 0; k < 9; ++k) {
              double sum = 0;
              int known = 0;
              int cells = 0;
              for (int v = std::max(0, y - radius); v <= std::min(size.height - 1, y + radius); ++v) {
                for (int u = std::max(0, x - radius); u <= std::min(size.width - 1, x + radius); ++u) {
                  ++cells;
                  if (guide.known(u, v) == 0) continue;
                  sum += costs.pixel(u, v)[k];
                  ++known;
                }
              }
              // Sums are what they would be if the whole window were as its known part; where nothing is known, all
              // levels cost the same.
              const double expected = known > 0 ? sum / known * (normalise ? 1 : cells) : 0;
              ASSERT_NEAR(result.pixel(x, y)[k], expected, 1e-5 * std::max(1.0, expected))
                  << size.width << " x " << size.height << ", radius " << radius << ", x " << x << ", y " << y;
            }
          }
        }
      }
    }
  }
}

TEST(LeaveOutUnknown, CostsOfUnknownPixelsReachNobody) {
  const FloatImage guide = guide_with_holes({31, 17}, 0.2, 4);
  const Volume costs = random_volume(31, 17, {0, 11}, 6);
  Random random(7);
  Volume wild = costs;
  for (int y = 0; y < 17; ++y) {
    for (int x = 0; x < 31; ++x) {
      if (guide.known(x, y) != 0) continue;
      for (int k = 0; k < 11; ++k) {
        const int kind = random.whole(0, 2);
        wild.pixel(x, y)[k] = kind == 0   ? std::numeric_limits<float>::quiet_NaN()
                              : kind == 1 ? std::numeric_limits<float>::infinity()
                                          : -1e30F;
      }
    }
  }
  for (const std::string_view name : aggregation_names()) {
    const auto aggregation = prepared(options_of(name), guide);
    const Volume expected = aggregate(*aggregation, costs);
    EXPECT_TRUE(same_bits_inside(aggregate(*aggregation, wild), expected)) << name;
  }
  const auto mixture = prepared(options_of("gf+0.5*st"), guide);
  EXPECT_TRUE(same_bits_inside(aggregate(*mixture, wild), aggregate(*mixture, costs)));
}

TEST(LeaveOutUnknown, EqualCostsStayEqual) {
  // What a method makes of ones does not depend on the mask.
  const FloatImage guide = guide_with_holes({31, 17}, 0.2, 8);
  Volume ones(31, 17, {0, 3});
  for (int y = 0; y < 17; ++y) std::fill_n(ones.row(y), ones.row_size(), 1.0F);
  for (const std::string_view name : aggregation_names()) {
    if (name == "none") continue;  // gives unknown pixels no support
    const Volume result = aggregate(*prepared(options_of(name), guide), ones);
    const Volume expected = aggregate(*make_aggregation(options_of(name))(guide), ones);
    for (int y = 0; y < 17; ++y) {
      for (int x = 0; x < 31; ++x) {
        if (guide.known(x, y) == 0) continue;
        ASSERT_NEAR(result.pixel(x, y)[1] / expected.pixel(x, y)[1], 1, 1e-5) << name << ", x " << x << ", y " << y;
      }
    }
  }
}

TEST(LeaveOutUnknown, AllUnknownIsAllZero) {
  for (const std::string_view name : aggregation_names()) {
    FloatImage guide = guide_with_holes({9, 5}, 0, 9);
    std::fill(guide.known.begin(), guide.known.end(), std::uint8_t{0});
    const Volume result = aggregate(*prepared(options_of(name), guide), random_volume(9, 5, {0, 8}, 10));
    for (int y = 0; y < 5; ++y) {
      for (int x = 0; x < 9; ++x) EXPECT_EQ(result.pixel(x, y)[3], 0.0F) << name;
    }
  }
}

TEST(LeaveOutUnknown, WithoutAMaskIsTheMethodItself) {
  const FloatImage guide = random_image(17, 11, 3, 11);
  const Volume costs = random_volume(17, 11, {0, 9}, 12);
  for (const std::string_view name : aggregation_names()) {
    const Volume expected = aggregate(*make_aggregation(options_of(name))(guide), costs);
    EXPECT_TRUE(same_bits_inside(aggregate(*prepared(options_of(name), guide), costs), expected)) << name;
  }
}

TEST(LeaveOutUnknown, SlabsOfAnySizeGiveTheSameBits) {
  const FloatImage guide = guide_with_holes({19, 13}, 0.2, 13);
  for (const std::string_view name : aggregation_names()) {
    if (aggregation_traits(options_of(name)).levels_together) continue;
    EXPECT_TRUE(slabs_give_the_same_bits(*prepared(options_of(name), guide), random_volume(19, 13, {-7, 45}, 15)))
        << name;
  }
}

/// A method that does not tell how far its results see.
class Silent final : public Aggregation {
 public:
  explicit Silent(std::unique_ptr<Aggregation> method) : method_(std::move(method)) {}
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    method_->run(slab, source, sink);
  }

 private:
  std::unique_ptr<Aggregation> method_;
};

TEST(LeaveOutUnknown, FactorsAreMadeNearUnknownPixelsWithoutOtherBits) {
  for (const double share : {0.0, 0.0005, 0.01}) {
    FloatImage guide = guide_with_holes({211, 61}, share, 16);
    for (const auto& [x, y] : {std::pair(0, 60), std::pair(100, 31), std::pair(210, 3)}) guide.known(x, y) = 0;
    const Volume costs = random_volume(211, 61, {0, 9}, 17);
    for (const bool wrap : {false, true}) {
      AggregateOptions options = options_of("bf");
      options.bf.wrap = wrap;
      const auto everywhere =
          leave_out_unknown(std::make_unique<Silent>(make_aggregation(options)(guide)), guide.known);
      EXPECT_TRUE(same_bits_inside(aggregate(*prepared(options, guide), costs), aggregate(*everywhere, costs)))
          << share;
    }
  }
}

}  // namespace
}  // namespace csca
