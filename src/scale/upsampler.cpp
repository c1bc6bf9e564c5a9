// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "scale/upsampler.hpp"

#include "scale/blend_kernels.hpp"

namespace csca {

template <class Cell>
Upsampler<Cell>::Upsampler(CostsView<Cell> coarse, Columns columns, Levels fine, Interpolation level_map,
                           Interpolation space_map)
    : coarse_(coarse),
      columns_(columns),
      under_{columns.begin / 2, std::min(columns.end / 2 + 1, coarse.width)},
      fine_(fine),
      level_map_(level_map),
      space_map_(space_map),
      first_((fine.first >> 1) - coarse.levels.first),
      offset_(fine.first & 1),
      levels_(static_cast<std::size_t>(under_.count()) * static_cast<std::size_t>(Volume::stride_for(fine.count))) {
  if (space_map == Interpolation::linear) {
    constexpr std::size_t behind = 64;  // as in CoarseCosts
    mixed_.assign(static_cast<std::size_t>(under_.count()) * static_cast<std::size_t>(coarse.stride) + behind, Cell{});
  }
}

// Fills levels_ with the coarse row under fine row y, at the fine levels but still at the coarse columns.
template <class Cell>
void Upsampler<Cell>::upsample_levels(int y) {
  const bool between = space_map_ == Interpolation::linear && y % 2 == 1;
  const int prepared = between ? y : y / 2 * 2;  // without mixing, rows 2Y and 2Y + 1 read the same coarse row
  if (prepared == prepared_row_) return;
  prepared_row_ = prepared;

  const std::size_t begin = static_cast<std::size_t>(under_.begin) * static_cast<std::size_t>(coarse_.stride);
  const Cell* row = coarse_.row(y / 2) + begin;
  if (between) {
    const Cell* below = coarse_.row(std::min(y / 2 + 1, coarse_.height - 1)) + begin;
    mean_of_rows(row, below, static_cast<std::size_t>(under_.count()) * static_cast<std::size_t>(coarse_.stride),
                 mixed_.data());
    row = mixed_.data();
  }
  expand_levels(row + first_, under_.count(), coarse_.stride, {offset_, level_map_ == Interpolation::linear},
                Volume::stride_for(fine_.count), levels_.data());
}

template <class Cell>
void Upsampler<Cell>::blend(int y, float weight, Cell* cells) {
  upsample_levels(y);
  blend_columns(levels_.data(), under_.count(), Volume::stride_for(fine_.count), space_map_ == Interpolation::linear,
                weight, columns_, cells);
}

template class Upsampler<std::uint16_t>;

}  // namespace csca
