// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/image.hpp>
#include <csca/volume.hpp>

#include "core/mirror.hpp"
#include "core/offset.hpp"

#include <algorithm>
#include <cstdint>

// What several matching costs are made of. Features of the right image are stored mirrored: then rising levels, which
// move the partner x - level to the left, read rising addresses.
namespace csca {

/// I(x + 1) - I(x - 1), 0 in the first and last column (reflected border).
Plane<float> gradient_x(const Plane<float>& image);

/// I(y + 1) - I(y - 1), 0 in the first and last row.
Plane<float> gradient_y(const Plane<float>& image);

/// One bit a neighbour, set where the centre is brighter; 32 bits a word, words interleaved by pixel.
struct Census {
  int words = 0;
  int bits = 0;
  PooledVector<Plane<std::uint32_t>> word;
};

/// `window` is odd; outside the image the window repeats the border, or wraps around with `wrap`.
Census census_transform(const Plane<float>& image, int window, bool wrap);

/// Set bits of each byte, in that byte: counts of several words add up before they are folded.
inline std::uint32_t byte_counts(std::uint32_t bits) {
  bits = bits - ((bits >> 1) & 0x55555555U);
  bits = (bits & 0x33333333U) + ((bits >> 2) & 0x33333333U);
  return (bits + (bits >> 4)) & 0x0F0F0F0FU;
}

/// The sum of the four bytes, if it is below 256.
inline std::uint32_t fold_bytes(std::uint32_t counts) {
  counts += counts >> 8;
  counts += counts >> 16;
  return counts & 0xFFU;
}

/// For each pixel x in [begin, end) calls at(x), which loads the left pixel's features and returns a function from a
/// mirrored right column to a cost, and stores that cost for each level with a partner inside the right image.
template <class At>
void fill_cells(int width, int begin, int end, Levels levels, int stride, float* out, const At& at) {
  for (int x = begin; x < end; ++x) {
    const int k_begin = std::max(0, x - (width - 1) - levels.first);
    const int k_end = std::min(levels.count, x - levels.first + 1);
    const int mirrored = width - 1 - x + levels.first;
    const auto cost = at(x);
    float* __restrict cells = out + offset(x - begin, stride);
    for (int k = k_begin; k < k_end; ++k) cells[k] = cost(mirrored + k);
  }
}

}  // namespace csca
