// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>
#include <cstdint>

// Semi-global path costs in 16 bits. A pixel's cells are its levels, then cells of `no_level` up to whole vectors.
namespace csca {

constexpr std::uint16_t no_level = 65535;

/// Cells of a pixel in rows of costs and of sums.
constexpr int path_stride(int levels) { return (levels + 15) / 16 * 16; }

/// Cells from one pixel's path costs to the next one's: some of `no_level` lie between them.
constexpr int path_pitch(int levels) { return path_stride(levels) + 16; }

/// How costs become whole numbers: (cost - base) * steps, at most `most`.
struct PathUnit {
  float base = 0;
  float steps = 1;
  std::uint16_t most = 0;
};

/// What all path costs of a row share.
struct PathRow {
  int width;
  int stride;                  // of costs and sums
  const std::uint16_t* costs;  // whole row
  std::uint16_t* sums;         // whole row, to which path costs are added
  std::uint16_t small;         // penalty of a step of one level
  const std::uint16_t* large;  // of larger ones, by the step of the guide's luma
  const std::uint16_t* luma;
  const std::uint8_t* known;  // none: all pixels are; unknown ones cost 0, and paths begin at them and behind them
  // The lowest costs along the row from both ends, which a first pass writes and a later one reads. None: one pass
  // only.
  std::uint16_t* first[2];
  bool later;
};

/// Path costs of the row before, which become those of this row in place: that of pixel x lies in slot (x + shift) %
/// width. So a path that moves a column with each row finds its last pixel where it leaves its next one.
struct SlantedPath {
  std::uint16_t* slots;               // `pitch` cells each, from the first one's level 0 on
  std::uint16_t* lowest;              // cost of each slot
  int shift;                          // 0 to width - 1
  int column;                         // of the pixel before, as seen from x: -1, 0 or 1
  const std::uint16_t* first_before;  // lowest costs of the first pass at the row before
  std::uint16_t* first;               // and at this one
};

/// Costs of so many pixels as whole numbers.
void path_costs(const float* costs, int pixels, Levels levels, const PathUnit& unit, std::uint16_t* out);

/// Sums of path costs as costs: base + factor * sum, at some cells of each pixel.
void path_means(const std::uint16_t* sums, int pixels, int stride, int count, float base, float factor, float* out);

/// Adds both paths along the row. `slots` has room for two, with cells of `no_level` around them.
void add_level_paths(const PathRow& row, std::uint16_t* slots, int pitch);

/// Adds the three paths from the row before, whose luma is `before`, at some columns. No row before: they begin.
void add_slanted_paths(const PathRow& row, Columns columns, const std::uint16_t* before, const SlantedPath (&paths)[3],
                       int pitch);

}  // namespace csca
