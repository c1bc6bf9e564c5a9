// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/sound_costs.hpp"

#include "core/ordinary_size.hpp"

namespace csca {

OrdinaryCosts ordinary_costs(const MatchingCost& cost, const Gaps& gaps, int width, int height, Levels range) {
  constexpr int most_rows = 24;
  constexpr int most_columns = 64;
  const int rows = std::min(height, most_rows);
  const int columns = std::min(width, most_columns);
  const auto place = [](int i, int count, int size) {
    return static_cast<int>((2 * static_cast<long long>(i) + 1) * size / (2 * count));
  };
  PooledVector<float> sizes;
  for (int i = 0; i < rows; ++i) {
    const int y = place(i, rows, height);
    const GapRow row = gaps.row(y);
    for (int j = 0; j < columns; ++j) {
      const int x = place(j, columns, width);
      if (row.left[x] == 0) continue;
      for_own_cells(cost, row, x, y, range, [&](float cell) {
        if (std::isfinite(cell) && cell != 0) sizes.push_back(std::abs(cell));
      });
    }
  }
  OrdinaryCosts ordinary{ordinary_size(sizes), sizes.empty() ? 1.0F : 0.0F};
  for (const float size : sizes) {
    if (ordinary.has(size)) ordinary.largest = std::max(ordinary.largest, size);
  }
  return ordinary;
}

}  // namespace csca
