// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstdint>

namespace csca {

/// One row of features of both images, left and right; those of the right image are mirrored: level l of pixel x reads
/// column width - 1 - x + l. Costs are the sum of truncated terms: weight * min(difference, most).
struct FloatRow {
  struct Term {
    float weight;
    float most;
  };

  int width = 0;
  int channels = 0;   // 1 or 3
  int gradients = 0;  // 1, or 2 with a census
  const float* colour[2][3] = {};
  const float* gradient[2][2] = {};
  const std::uint32_t* code[2] = {};
  Term colour_term{};    // of the sum of the channels' differences
  Term gradient_term{};  // of each gradient's
  float bit_weight = 0;  // of each differing bit
};

/// Costs of pixels [begin, end) at `levels`, out[(x - begin) * stride + k]; cells whose partner lies outside the right
/// image are left as they are.
void float_cells(const FloatRow& row, int begin, int end, Levels levels, int stride, float* out);

}  // namespace csca
