// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/warp.hpp"

#include "core/parallel.hpp"
#include "planes/plane_kernels.hpp"

namespace csca {

FloatImage warped_to(const SlantedPlane& plane, const FloatImage& right, int threads) {
  const int width = right.width();
  const int height = right.height();
  FloatImage result;
  result.known = Mask(width, height);
  for (std::size_t c = 0; c < right.channels.size(); ++c) result.channels.emplace_back(width, height);
  parallel_for(threads, height, [&](int y) {
    MovedRow row{.y = y,
                 .width = width,
                 .channels = static_cast<int>(right.channels.size()),
                 .from = {},
                 .to = {},
                 .from_known = right.known.empty() ? nullptr : right.known.row(y),
                 .known = result.known.row(y)};
    for (int c = 0; c < row.channels; ++c) {
      row.from[c] = right.channels[static_cast<std::size_t>(c)].row(y);
      row.to[c] = result.channels[static_cast<std::size_t>(c)].row(y);
    }
    move_row(plane, row);
  });
  return result;
}

}  // namespace csca
