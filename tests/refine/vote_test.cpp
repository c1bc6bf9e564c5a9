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
  float disparity;
  int weight;
};

FloatImage grey(Plane<float> values) {
  FloatImage image;
  image.channels.push_back(std::move(values));
  return image;
}

int byte_of(float value) { return static_cast<int>(std::clamp(value, 0.0F, 1.0F) * 255 + 0.5F); }

/// What the 64 pixels at odd distances of up to 7 have to say, and the weight of those that abstain.
std::vector<Vote> votes_around(const Plane<float>& map, const FloatImage& guide, const VoteOptions& options, int x,
                               int y, int& abstain) {
  std::vector<Vote> votes;
  const auto channels = static_cast<int>(guide.channels.size());
  const auto scale = static_cast<float>(1 / (8 * options.sigma_colour * 255 * channels));
  for (int v = -7; v <= 7; v += 2) {
    for (int u = -7; u <= 7; u += 2) {
      if (x + u < 0 || x + u >= map.width() || y + v < 0 || y + v >= map.height()) continue;
      int difference = 0;
      for (const Plane<float>& channel : guide.channels) {
        difference += std::abs(byte_of(channel(x + u, y + v)) - byte_of(channel(x, y)));
      }
      float like = std::max(0.0F, 1.0F - static_cast<float>(difference) * scale);
      for (int i = 0; i < 3; ++i) like *= like;
      const auto near = static_cast<float>(std::exp(-std::hypot(u, v) / 7));
      const auto weight = static_cast<int>(like * (near * 4095.0F));
      const float d = map(x + u, y + v);
      if (std::isnan(d)) {
        abstain += weight;
      } else {
        votes.push_back({d, weight});
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

/// The pixel's new disparity.
float decide(const std::vector<Vote>& votes, int abstain, float own, const VoteOptions& options) {
  const auto tolerance = static_cast<float>(options.tolerance);
  const int known = sum_where(votes, [](float) { return true; });
  const float enough = static_cast<float>(options.share) * static_cast<float>(known + abstain);
  const auto near = [&](float value) {
    return sum_where(votes, [&](float d) { return std::abs(d - value) <= tolerance; });
  };
  if (!std::isnan(own) && static_cast<float>(near(own)) >= enough) return own;
  if (known == 0) return unknown;
  const auto [least, most] = std::minmax_element(
      votes.begin(), votes.end(), [](const Vote& a, const Vote& b) { return a.disparity < b.disparity; });
  float low = least->disparity;
  float high = most->disparity;
  while (high - low > 0.25F) {
    const float middle = low + (high - low) / 2;
    (2 * sum_where(votes, [&](float d) { return d < middle; }) > known ? high : low) = middle;
  }
  const float median = low + (high - low) / 2;
  const auto agreed = static_cast<float>(near(median));
  if (agreed == 0 || agreed < enough) return unknown;
  int steps = 0;
  for (const Vote& vote : votes) {
    const float from = vote.disparity - median;
    if (std::abs(from) <= tolerance) steps += vote.weight * static_cast<int>(from * 1024);
  }
  const float mean = median + static_cast<float>(steps) / (agreed * 1024);
  return std::abs(mean - own) <= tolerance ? own : mean;
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
  for (int round = 0; round < options.rounds; ++round) {
    const Plane<float> before = result;
    for (int y = 0; y < map.height(); ++y) {
      for (int x = 0; x < map.width(); ++x) {
        if (round == 0 ? !doubtful(before, x, y) : !std::isnan(before(x, y))) continue;
        int abstain = 0;
        const auto votes = votes_around(before, guide, options, x, y, abstain);
        result(x, y) = decide(votes, abstain, before(x, y), options);
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
             {VoteOptions{}, VoteOptions{.rounds = 1, .sigma_colour = 0.5, .share = 0.2, .tolerance = 2.5}}) {
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

/// Left half at disparity 5 and dark, right half at 20 and bright.
Map two_halves() {
  Plane<float> disparity(40, 30);
  Plane<float> colour(40, 30);
  for (int y = 0; y < 30; ++y) {
    for (int x = 0; x < 40; ++x) {
      disparity(x, y) = x < 20 ? 5 : 20;
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
  for (int y = 0; y < 30; ++y) map.disparity(19, y) = 20;  // grown beyond its edge
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
