// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include "core/offset.hpp"
#include "plan/schedule.hpp"
#include "scale/blended_cells.hpp"
#include "scale/blended_kernels.hpp"
#include "select/whole_row.hpp"

#include <algorithm>

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

  /// How this takes costs that are whole numbers: not as such but as floats, each pixel's lowest one, or all of them.
  enum class Whole { as_floats, lowest, all };
  virtual Whole whole_numbers() const { return Whole::as_floats; }

  /// Then this gets them here.
  virtual void add_whole(int /*y*/, const WholeRow& /*row*/) {}
};

/// Calls use(columns, costs) with what the cells come to, a few columns at a time: costs are then in the nearest cache
/// when they are used.
template <class Use>
void for_blended(const BlendedCells& cells, AlignedVector<float>& scratch, const Use& use) {
  if (cells.as_is()) return use(cells.columns, cells.cells);
  constexpr int at_once = 128;  // even, and the same for all slabs: these meet at their edges
  scratch.resize(offset(at_once, cells.stride));
  for (int begin = cells.columns.begin; begin < cells.columns.end; begin += at_once) {
    const Columns some{begin, std::min(begin + at_once, cells.columns.end)};
    blend_cells(cells.part(some), scratch.data());
    use(some, scratch.data());
  }
}

}  // namespace csca
