// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/validity.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

namespace csca {
namespace {

/// How many known pixels of a row come before each column.
PooledVector<int> known_before(const Mask& known, int width, int y) {
  PooledVector<int> before(static_cast<std::size_t>(width) + 1, 0);
  for (int x = 0; x < width; ++x) before[x + 1] = before[x] + (known.empty() || known(x, y) != 0 ? 1 : 0);
  return before;
}

}  // namespace

ValidityMap validity_of(int width, int height, Levels range, const ViewMasks& masks) {
  ValidityMap validity(width, height);
  const auto has_hole = [width](const Mask& mask, int y) {
    return !mask.empty() && std::memchr(mask.row(y), 0, static_cast<std::size_t>(width)) != nullptr;
  };
  const auto tell_partners = [&](const Mask& right_known, int y, std::uint8_t* out) {
    const PooledVector<int> before = known_before(right_known, width, y);
    for (int x = 0; x < width; ++x) {
      const int begin = std::clamp(x - range.last(), 0, width);
      const int end = std::clamp(x - range.first + 1, begin, width);
      const int partners = before[end] - before[begin];
      out[x] = static_cast<std::uint8_t>((partners < range.count ? Validity::partial_range : 0) |
                                         (partners == 0 ? Validity::no_candidate : 0));
    }
  };
  PooledVector<std::uint8_t> without_holes(static_cast<std::size_t>(width));
  tell_partners({}, 0, without_holes.data());
  for (int y = 0; y < height; ++y) {
    std::uint8_t* const row = validity.row(y);
    if (has_hole(masks.right_known, y)) {
      tell_partners(masks.right_known, y, row);
    } else {
      std::copy(without_holes.begin(), without_holes.end(), row);
    }
    if (!has_hole(masks.left_mask, y) && !has_hole(masks.left_known, y)) continue;
    for (int x = 0; x < width; ++x) {
      const bool out = !masks.left_mask.empty() && masks.left_mask(x, y) == 0;
      const bool unknown = !out && !masks.left_known.empty() && masks.left_known(x, y) == 0;
      row[x] =
          static_cast<std::uint8_t>(row[x] | (unknown ? Validity::unknown_pixel : 0) | (out ? Validity::masked : 0));
    }
  }
  return validity;
}

void forget_unknown(Plane<float>& disparity, const Mask& known) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known.data()[i] == 0) disparity.data()[i] = std::numeric_limits<float>::quiet_NaN();
  }
}

}  // namespace csca
