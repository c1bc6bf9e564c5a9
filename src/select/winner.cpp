// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/select.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace csca {
namespace {

constexpr int lanes = 8;  // Volume pads levels to this

struct Best {
  float cost;
  int index;
};

/// The lowest cost among `count` levels and the lowest index that has it. Lanes keep their own winners until the end,
/// so that the compiler can compare whole vectors.
Best lowest(const float* cells, int count) {
  float cost[lanes];
  int index[lanes];
  for (int k = 0; k < lanes; ++k) {
    cost[k] = k < count ? cells[k] : std::numeric_limits<float>::infinity();
    index[k] = k;
  }
  const int whole = count / lanes * lanes;
  for (int base = lanes; base < whole; base += lanes) {
    for (int k = 0; k < lanes; ++k) {
      const bool lower = cells[base + k] < cost[k];
      cost[k] = lower ? cells[base + k] : cost[k];
      index[k] = lower ? base + k : index[k];
    }
  }
  for (int k = std::max(whole, lanes); k < count; ++k) {
    if (cells[k] < cost[k % lanes]) {
      cost[k % lanes] = cells[k];
      index[k % lanes] = k;
    }
  }
  Best best{cost[0], index[0]};
  for (int k = 1; k < lanes; ++k) {
    if (cost[k] < best.cost || (cost[k] == best.cost && index[k] < best.index)) best = {cost[k], index[k]};
  }
  return best;
}

}  // namespace

Winner::Winner(int width, int height)
    : cost_(width, height, std::numeric_limits<float>::infinity()),
      level_(width, height, std::numeric_limits<int>::max()) {}

void Winner::take(int y, Levels levels, const float* row) {
  const int width = cost_.width();
  const auto stride = static_cast<std::size_t>(Volume::stride_for(levels.count));
  std::vector<Best> best(width);
  for (int x = 0; x < width; ++x) best[x] = lowest(row + static_cast<std::size_t>(x) * stride, levels.count);

  // (cost, level) is a total order, so slabs may come in any order: the result is the same.
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  float* cost = cost_.row(y);
  int* level = level_.row(y);
  for (int x = 0; x < width; ++x) {
    const int candidate = levels.first + best[x].index;
    if (best[x].cost < cost[x] || (best[x].cost == cost[x] && candidate < level[x])) {
      cost[x] = best[x].cost;
      level[x] = candidate;
    }
  }
}

Plane<float> Winner::disparity() const {
  Plane<float> result(cost_.width(), cost_.height());
  std::transform(level_.begin(), level_.end(), result.begin(), [](int level) { return static_cast<float>(level); });
  return result;
}

Plane<float> select(const Volume& volume) {
  Winner winner(volume.width(), volume.height());
  for (int y = 0; y < volume.height(); ++y) winner.take(y, volume.levels(), volume.row(y));
  return winner.disparity();
}

}  // namespace csca
