// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include "core/offset.hpp"
#include "plan/schedule.hpp"
#include "scale/blended_cells.hpp"
#include "scale/blended_kernels.hpp"

#include <algorithm>
#include <cstdint>

namespace csca {

/// Takes the finest scale's blended costs while they are in cache. Called from several threads, for different slabs or
/// different columns.
class CostSink {
 public:
  virtual ~CostSink() = default;

  /// Some columns of row y at the levels that the slab computed, Volume::stride_for of them a pixel.
  virtual void add_costs(int y, Columns columns, const LevelSpan& slab, const float* cells) = 0;

  /// The same before the coarser scale is blended in. `scratch` belongs to the calling thread.
  virtual void add_blended(int y, const LevelSpan& slab, const BlendedCells& cells, AlignedVector<float>& scratch) = 0;

  /// Whether this needs no more of 16-bit costs than the lowest one of some levels.
  virtual bool lowest_suffices() const { return false; }

  /// Then it gets, for each of the columns, the lowest cost costs[i], which is that of level first + cells[i].
  virtual void add_lowest(int /*y*/, Columns /*columns*/, int /*first*/, const std::uint16_t* /*costs*/,
                          const std::uint16_t* /*cells*/) {}
};

/// Calls use(columns, costs) with what the cells come to, a few columns at a time: costs are then in the nearest cache
/// when they are used.
template <class Use>
void for_blended(const BlendedCells& cells, AlignedVector<float>& scratch, const Use& use) {
  if (cells.as_is()) return use(cells.columns, cells.cells);
  constexpr int cells_at_once = 4096;
  const int at_once = std::max(cells_at_once / cells.stride / 2 * 2, 2);
  scratch.resize(offset(at_once, cells.stride));
  for (int begin = cells.columns.begin; begin < cells.columns.end; begin += at_once) {
    const Columns some{begin, std::min(begin + at_once, cells.columns.end)};
    blend_cells(cells.part(some), scratch.data());
    use(some, scratch.data());
  }
}

}  // namespace csca
