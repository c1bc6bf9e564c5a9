// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "maps.hpp"
#include "support/simd_targets.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca {
namespace {

struct Vote {
  int disparity;  ///< sixteenths of a pixel
  int weight;
};

FloatImage grey(Plane<float> values) {
  FloatImage image;
  image.channels.push_back(std::move(values));
  return image;
}

int byte_of(float value) { return static_cast<int>(std::clamp(value, 0.0F, 1.0F) * 255 + 0.5F); }

int sixteenths(float disparity) { return static_cast<int>(std::lround(disparity * 16)); }

/// The top half of a product of two numbers of 16 bits.
int high_part(int a, int b) { return static_cast<int>(std::int64_t{a} * b >> 16); }

/// 255 for alike colours, which falls to 0 at eight sigma, to the power of 8; times the nearness.
int weight_of(int difference, int channels, double distance, const VoteOptions& options) {
  const auto scale = static_cast<int>(std::min(65535.0, 128 / (options.sigma_colour * channels) + 0.5));
  int like = std::max(0, 255 - high_part(64 * difference, scale));
  like *= like;
  for (int i = 0; i < 2; ++i) like = high_part(like, like);
  return high_part(like, static_cast<int>(511 * 65536 / 63516.0 * std::exp(-distance / 7)));
}

/// What the 64 pixels on a grid have to say, every `spacing`-th one, and the weight of those that abstain.
std::vector<Vote> votes_around(const Plane<float>& map, const FloatImage& guide, const VoteOptions& options,
                               int spacing, int x, int y, int& abstain) {
  std::vector<Vote> votes;
  const auto channels = static_cast<int>(guide.channels.size());
  for (int row = -7; row <= 7; row += 2) {
    for (int column = -7; column <= 7; column += 2) {
      const int u = x + column * spacing / 2;
      const int v = y + row * spacing / 2;
      if (u < 0 || u >= map.width() || v < 0 || v >= map.height()) continue;
      int difference = 0;
      for (const Plane<float>& channel : guide.channels) {
        difference += std::abs(byte_of(channel(u, v)) - byte_of(channel(x, y)));
      }
      const int weight = weight_of(difference, channels, std::hypot(column, row), options);
      if (std::isnan(map(u, v))) {
        abstain += weight;
      } else {
        votes.push_back({sixteenths(map(u, v)), weight});
      }
    }
  }
  return votes;
}

int sum_where(const std::vector<Vote>& votes, auto holds) {
  int sum = 0;
  for (const Vote& vote : votes) sum += holds(vote.disparity) ? vote.weight : 0;
  return sum;
}

/// Between bounds that close in on it, three at a time.
int median_of(const std::vector<Vote>& votes, int known) {
  const auto [least, most] = std::minmax_element(
      votes.begin(), votes.end(), [](const Vote& a, const Vote& b) { return a.disparity < b.disparity; });
  int low = least->disparity;
  int high = most->disparity;
  while (high - low > 4) {
    const int step = (high - low) / 4;
    int bound = low + step;
    int next = high;
    for (int i = 0; i < 3; ++i, bound += step) {
      if (2 * sum_where(votes, [&](int d) { return d < bound; }) > known) {
        next = bound;
        break;
      }
      low = bound;
    }
    high = next;
  }
  return low + (high - low) / 2;
}

/// The pixel's new disparity.
float decide(const std::vector<Vote>& votes, int abstain, float own, const VoteOptions& options) {
  const auto tolerance = static_cast<int>(options.tolerance * 16);
  const int known = sum_where(votes, [](int) { return true; });
  const auto all = static_cast<float>(known + abstain);
  const auto near = [&](int value) {
    return sum_where(votes, [&](int d) { return std::abs(d - value) <= tolerance; });
  };
  if (!std::isnan(own) && static_cast<float>(near(sixteenths(own))) >= static_cast<float>(options.keep) * all) {
    return own;
  }
  const float enough = static_cast<float>(options.share) * all;
  if (known == 0 || static_cast<float>(known) < enough) return unknown;
  const int median = median_of(votes, known);
  const auto agreed = static_cast<float>(near(median));
  if (agreed == 0 || agreed < enough) return unknown;
  int sum = 0;
  for (const Vote& vote : votes) {
    const int from = vote.disparity - median;
    if (std::abs(from) <= tolerance) sum += vote.weight * from;
  }
  const float mean = static_cast<float>(median) + static_cast<float>(sum) / agreed;
  const bool same =
      !std::isnan(own) && std::abs(mean - static_cast<float>(sixteenths(own))) <= static_cast<float>(tolerance);
  return same ? own : mean / 16;
}

/// Whether a pixel would stand before what another one, matched in both views, shows of the right image there.
bool hides_what_is_seen(const Plane<float>& map, int x, int y, float disparity) {
  const auto column = [](int from, float d) { return static_cast<int>(std::floor(from - double{d} + 0.5)); };
  const int there = column(x, disparity);
  if (there < 0 || there >= map.width()) return false;
  float nearest = -1e9F;
  for (int u = 0; u < map.width(); ++u) {
    if (column(u, map(u, y)) == there && !std::isnan(map(u, y))) nearest = std::max(nearest, map(u, y));
  }
  return nearest > -1e9F && static_cast<float>(sixteenths(nearest)) / 16 < disparity - 2;
}

/// Known pixels are asked for in the first round alone, where they or a pixel beside them are unknown or jump.
bool jumps(const Plane<float>& map, int x, int y) {
  if (x < 0 || y < 0 || x >= map.width() || y >= map.height()) return false;
  const float right = map(std::min(x + 1, map.width() - 1), y);
  const float below = map(x, std::min(y + 1, map.height() - 1));
  return !(std::abs(map(x, y) - right) <= 1.5F && std::abs(map(x, y) - below) <= 1.5F);
}

bool doubtful(const Plane<float>& map, int x, int y) {
  for (int v = -1; v <= 1; ++v) {
    for (int u = -1; u <= 1; ++u) {
      if (jumps(map, x + u, y + v)) return true;
    }
  }
  return false;
}

Plane<float> naive_vote(const Plane<float>& map, const FloatImage& guide, const VoteOptions& options) {
  Plane<float> result = map;
  const int wide = 4;
  for (int round = 0; round < options.rounds; ++round) {
    const Plane<float> before = result;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        if (round == 0 ? !doubtful(before, x, y) : !std::isnan(before(x, y))) continue;
        int abstain = 0;
        const auto votes = votes_around(before, guide, options, round == 0 ? 2 : wide, x, y, abstain);
        const float decided = decide(votes, abstain, before(x, y), options);
        const bool refused = std::isnan(before(x, y)) && hides_what_is_seen(map, x, y, decided);
        result(x, y) = refused ? unknown : decided;
      }
    }
  }
  return result;
}

RefineOptions voting(const VoteOptions& vote) {
  RefineOptions options;
  options.vote = vote;
  return options;
}

TEST(Vote, AgreesWithPlainLoops) {
  on_every_simd_target([] {
    for (const Size size : odd_sizes) {
      for (const int channels : {1, 3}) {
        for (const VoteOptions& vote :
             {VoteOptions{},
              VoteOptions{.rounds = 1, .sigma_colour = 0.5, .share = 0.3, .keep = 0.2, .tolerance = 2.5}}) {
          const FloatImage guide = to_float(random_texture(size.width, size.height, channels, 7), 255);
          for (const double share : {0.1, 0.6, 1.0}) {
            Map map(random_map(size, share, false, 3), guide);
            const Plane<float> expected = naive_vote(map.disparity, guide, vote);
            refine_vote(map.refinement(), voting(vote));
            EXPECT_TRUE(same_bits(map.disparity, expected)) << size.width << " x " << size.height << ", " << share;
          }
        }
      }
    }
  });
}

TEST(Vote, ThreadsDoNotMatter) {
  const FloatImage guide = to_float(random_texture(60, 41, 3, 7), 255);
  Map one(random_map({60, 41}, 0.3, false, 3), guide);
  Map more = one;
  more.threads = 3;
  refine_vote(one.refinement(), {});
  refine_vote(more.refinement(), {});
  EXPECT_TRUE(same_bits(one.disparity, more.disparity));
  EXPECT_TRUE(std::equal(one.validity.begin(), one.validity.end(), more.validity.begin()));
}

/// Left half at disparity 5 and dark, right half at 6.75 and bright.
Map two_halves() {
  Plane<float> disparity(40, 30);
  Plane<float> colour(40, 30);
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      disparity(x, y) = x < 20 ? 5 : 6.75F;
      colour(x, y) = x < 20 ? 0.2F : 0.8F;
    }
  }
  return Map(disparity, grey(colour));
}

TEST(Vote, HolesTakeTheirOwnSideOfAnEdge) {
  Map map = two_halves();
  const Plane<float> expected = map.disparity;
  for (int y = 10; y < 16; ++y) {
    for (int x = 17; x < 23; ++x) map.disparity(x, y) = unknown;
  }
  refine_vote(map.refinement(), {});
  EXPECT_TRUE(same_bits(map.disparity, expected));
  EXPECT_EQ(map.validity(19, 12), Validity::filled);
  EXPECT_EQ(map.validity(5, 12), 0);
}

TEST(Vote, AnEdgeMovesToWhereColoursChange) {
  Map map = two_halves();
  const Plane<float> expected = map.disparity;
  for (int y = 0; y < 30; ++y) map.disparity(19, y) = 6.75F;  // grown beyond its edge
  refine_vote(map.refinement(), {});
  EXPECT_TRUE(same_bits(map.disparity, expected));
}

TEST(Vote, WhatNobodySupportsIsForgotten) {
  Plane<float> map(30, 30, unknown);
  map(15, 15) = 7;
  Map lone(map, grey(Plane<float>(30, 30)));
  refine_vote(lone.refinement(), {});
  EXPECT_TRUE(std::isnan(lone.disparity(15, 15)));
  EXPECT_EQ(lone.validity(15, 15), Validity::speckle);
}

/// A post before a wall of the same colour. Left of it, where the right camera sees the wall, it does not go on.
TEST(Vote, NobodyStandsWhereTheRightCameraSeesThrough) {
  constexpr int width = 60;
  for (const bool wall_is_known : {false, true}) {
    Plane<float> disparity(width, 30, 4);
    for (int y = 0; y < 30; ++y) {
      for (int x = 30; x < 40; ++x) disparity(x, y) = 12;
      for (int x = 22; x < 30; ++x) disparity(x, y) = unknown;  // hidden behind the post from the right camera
      for (int x = 14; x < 22 && !wall_is_known; ++x) disparity(x, y) = unknown;
      for (int x = 0; x < 14; ++x) disparity(x, y) = unknown;
    }
    Map map(disparity, grey(Plane<float>(width, 30, 0.5F)));
    refine_vote(map.refinement(), {});
    // At x = 29 and 12 it would be seen at 17, where the wall of x = 21 is.
    EXPECT_EQ(map.disparity(29, 15) == 12, !wall_is_known) << map.disparity(29, 15);
  }
}

TEST(Vote, RangesBeyondSixteenthsOfAPixelAreTold) {
  Plane<float> disparity(40, 30, 5000);
  disparity(20, 15) = unknown;
  Map map(disparity, grey(Plane<float>(40, 30, 0.5F)));
  Refinement refinement = map.refinement();
  refinement.range = {-100, 32768};
  refine_vote(refinement, {});
  EXPECT_NEAR(map.disparity(20, 15), 5000, 1);
}

TEST(Vote, PixelsWithoutDataStayUnknown) {
  Map map = two_halves();
  map.disparity(5, 5) = map.disparity(30, 5) = unknown;
  map.validity(5, 5) = Validity::masked;
  map.validity(30, 5) = Validity::unknown_pixel;
  refine_vote(map.refinement(), {});
  EXPECT_TRUE(std::isnan(map.disparity(5, 5)));
  EXPECT_TRUE(std::isnan(map.disparity(30, 5)));
}

}  // namespace
}  // namespace csca
