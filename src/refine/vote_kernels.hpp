// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace csca {

/// The voters of a pixel stand on a grid of 8 x 8 around it, at odd distances of up to 7 pixels.
constexpr int vote_side = 8;
constexpr int vote_radius = 7;

/// One row of voters: eight disparities, and a byte of each colour channel. A voter without a disparity abstains: he
/// counts among all. Beyond the image there is nobody.
struct Voters {
  const float* disparity;
  const std::uint8_t* colours[3];
};
constexpr float vote_unknown = 1e30F;
constexpr float vote_nobody = 2e30F;

/// A pixel, its colours, and how its voters count.
struct Ballot {
  const Voters* rows;                ///< of these, `count`
  const float* nearness[vote_side];  ///< of each row's voters, 0 to 1
  int count;
  int channels;
  int colours[3];
  float colour_scale;  ///< times the sum of colour differences: 1 where a voter no longer counts
  float share;         ///< of all votes that is enough
  float tolerance;     ///< of disparities that agree, pixels
  float own;           ///< the pixel's disparity, or `vote_unknown`
};

struct Outcome {
  bool keeps = false;   ///< enough votes are for the pixel's own disparity
  bool agrees = false;  ///< enough are for another one, and it is
  float disparity = 0;  ///< the mean of those near the weighted median
};

/// Weights are whole numbers, so that the order of summing does not matter.
Outcome count_votes(const Ballot& ballot);

}  // namespace csca
