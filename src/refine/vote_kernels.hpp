// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace csca {

/// The voters of a pixel stand on a grid of 8 x 8 around it.
constexpr int vote_side = 8;
constexpr int vote_count = vote_side * vote_side;

/// A row with eight voters: disparities, in steps, and a byte of each colour channel. A voter without a disparity
/// abstains: he counts among all. Beyond the image there is nobody.
struct Voters {
  const std::int16_t* disparity;
  const std::uint8_t* colours[3];
};
constexpr std::int16_t vote_unknown = 32766;
constexpr std::int16_t vote_nobody = 32767;
constexpr std::int16_t vote_highest = 32700;  ///< of disparities, either sign
constexpr int vote_batch = 32;                ///< pixels that are counted side by side
constexpr int vote_median_steps = 4;          ///< to which the median is told

/// The largest weight of a vote: 64 of these fit 15 bits.
constexpr int vote_full_weight = 511;

/// The voters of a row of pixels, and how they count. The weight of a voter is, in whole numbers of 16 bits, rounded
/// down at each product: v = 255 - (64 difference) colour_scale / 2^16, or 0 below that, where the difference is the
/// sum over channels; v^2; that squared / 2^16, twice; times nearness / 2^16.
struct Ballot {
  Voters rows[vote_side];
  Voters own;                     ///< of the pixels themselves: a disparity, or `vote_unknown`, and colours
  const std::uint16_t* nearness;  ///< of all voters, row by row
  int channels;                   ///< 1 or 3
  std::uint16_t colour_scale;
  float share;    ///< of all votes that another disparity needs
  float keep;     ///< of all votes that a pixel's own disparity needs
  int tolerance;  ///< of disparities that agree, steps
};

/// Where a pixel is in its own row, and its first voter in each of theirs.
struct Asker {
  int place;
  int voters;
};

struct Outcome {
  bool keeps = false;   ///< enough votes are for the pixel's own disparity
  bool agrees = false;  ///< enough are for another one, and it is
  float disparity = 0;  ///< the mean of those near the weighted median, steps
};

/// What each pixel's voters say. Weights are whole numbers, so that the order of summing does not matter.
void count_votes(const Ballot& ballot, std::span<const Asker> askers, Outcome* outcomes);

}  // namespace csca
