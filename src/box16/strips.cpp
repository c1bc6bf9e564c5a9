// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "box16/strips.hpp"

#include "aggregate/strips.hpp"
#include "box16/box_rows.hpp"

#include <algorithm>
#include <cstdint>

namespace csca {
namespace {

constexpr int step = 16;  // whole numbers have the same sums wherever a strip begins

}  // namespace

PooledVector<Columns> box16_strips(int width) { return strips(width, box16_strip, step); }

std::size_t box16_task_bytes(const BoxOptions& options, int width, int levels, int scales) {
  std::size_t bytes = 0;
  int columns = std::min(width, box16_widest_strip);
  for (int s = 0; s < scales; ++s) {
    bytes += BoxRows::bytes(options, columns, levels);
    // A coarse scale's last two rows; of the finest one a row, and the same as floats.
    const int cells = s > 0 ? 2 : 3;
    bytes += sizeof(std::uint16_t) * static_cast<std::size_t>(cells) * static_cast<std::size_t>(columns) *
             static_cast<std::size_t>(Volume::stride_for(levels));
    columns = columns / 2 + 1;
    levels = levels / 2 + 1;
  }
  return bytes;
}

}  // namespace csca
