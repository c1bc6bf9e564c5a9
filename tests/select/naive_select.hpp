// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/select.hpp>

#include "support/random.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca {

/// Some levels of a volume to take, and how many of them compete: the others are there as neighbours.
struct Share {
  Levels compete;
  Volume rows;
};

/// Cuts a volume as `match` does: each slab with one level more on both sides, where there is one.
inline std::vector<Share> shares_of(const Volume& volume, int size) {
  std::vector<Share> shares;
  const Levels all = volume.levels();
  for (int first = all.first; first <= all.last(); first += size) {
    const Levels compete{first, std::min(size, all.last() - first + 1)};
    const int lowest = std::max(all.first, compete.first - 1);
    const int highest = std::min(all.last(), compete.last() + 1);
    Volume rows(volume.width(), volume.height(), {lowest, highest - lowest + 1});
    for (int y = 0; y < volume.height(); ++y) {
      for (int x = 0; x < volume.width(); ++x) {
        std::fill_n(rows.pixel(x, y), rows.stride(), -1.0F);  // padding would win if it were looked at
        std::copy_n(volume.pixel(x, y) + (lowest - all.first), rows.levels().count, rows.pixel(x, y));
      }
    }
    shares.push_back({compete, std::move(rows)});
  }
  return shares;
}

template <class Taker>
void take_all(Taker& taker, const std::vector<Share>& shares) {
  for (const Share& share : shares) {
    const int cut = share.rows.width() / 3;
    for (int y = 0; y < share.rows.height(); ++y) {
      for (const Columns columns : {Columns{cut, share.rows.width()}, Columns{0, cut}}) {
        taker.add(y, columns, share.compete, share.rows.levels(), share.rows.pixel(columns.begin, y));
      }
    }
  }
}

/// Costs of which some are no numbers, some infinite and many equal.
inline Volume rough_volume(int width, int height, Levels levels, std::uint32_t seed) {
  Random random(seed);
  Volume volume(width, height, levels);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int k = 0; k < volume.stride(); ++k) {
        float cost = static_cast<float>(random.chance(0.5) ? random.whole(1, 6) : random.real(1, 6));
        if (random.chance(0.1)) cost = std::numeric_limits<float>::quiet_NaN();
        if (random.chance(0.1)) cost = std::numeric_limits<float>::infinity();
        volume.pixel(x, y)[k] = k < levels.count ? cost : -1.0F;
      }
    }
  }
  return volume;
}

/// Index of the lowest cost, the first of equals; -1 when none is a number.
inline int naive_winner(const float* cells, int count) {
  int best = -1;
  for (int k = 0; k < count; ++k) {
    if (!std::isnan(cells[k]) && (best < 0 || cells[k] < cells[best])) best = k;
  }
  return best;
}

}  // namespace csca
