// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

constexpr int gradient_steps = 32;  ///< a 8-bit step
constexpr int census_steps = 128;   ///< a 8-bit step: brightness differences below it are no differences
constexpr int fine_colours = 128;   ///< parts of an 8-bit step
constexpr int fine_gradients = 2;   ///< parts of a gradient step

/// What the terms of a whole-number cost count: cost = colour_weight * min(sum of channel differences, colour_most) +
/// gradient_weight * sum over gradients of min(difference, gradient_most) + bit_weight * min(differing bits,
/// bits_most). Fine features come in parts of these steps, and so do the largest differences; a term of them is divided
/// by the number of parts and rounded down.
struct IntegerWeights {
  bool fine = false;  ///< than features of 8-bit images
  int colour_most = 0;
  int colour_weight = 0;
  int gradient_most = 0;
  int gradient_weight = 0;
  int bits_most = 0;
  int bit_weight = 0;
  float unit = 1;  ///< the cost that 1 stands for
};

/// One row of features of both images; those of the right image are mirrored: level l of pixel x reads column
/// width - 1 - x + l. Kernels read whole vectors: up to FeatureRows::margin columns outside.
struct IntegerRow {
  int width = 0;
  const std::uint8_t* colour[2][3] = {};        // left and right
  const std::uint16_t* fine_colour[2][3] = {};  // instead
  const std::int16_t* gradient[2][2] = {};
  const std::uint16_t* code[2] = {};  // word w of a pixel lies w * code_pitch behind
  std::size_t code_pitch = 0;
  int channels = 0;
  int gradients = 0;
  int words = 0;
  IntegerWeights weights;
};

/// Costs of pixels [begin, end) at `levels`, out[(x - begin) * stride + k]; cells whose partner lies outside the right
/// image hold rubbish. As whole numbers, or as costs.
void integer_cells(const IntegerRow& row, int begin, int end, Levels levels, int stride, std::uint16_t* out);
void integer_cells(const IntegerRow& row, int begin, int end, Levels levels, int stride, float* out);

/// out[i] = unit * values[i].
void to_costs(const std::uint16_t* values, std::size_t size, float unit, float* out);

/// Features of one image row from its channels, white = 1; `mirrored` ones run from right to left.
struct FeatureRow {
  const float* channels[3] = {};
  int count = 0;
  int width = 0;
};

/// 8-bit steps, or parts of them from -1 on, where white is 1.
void colour_features(const float* channel, int width, bool mirrored, std::uint8_t* out);
void colour_features(const float* channel, int width, bool mirrored, std::uint16_t* out);

/// Luma of a row.
void luma_row(const FeatureRow& image, float* out);

/// after - before, in gradient steps or parts of them.
void gradient_features(const float* before, const float* after, int width, bool mirrored, bool fine, std::int16_t* out);

/// Brightness for the census.
void census_brightness(const float* luma, int width, std::int16_t* out);

/// One row of census codes: bit b of word b / 16 is set where the centre is brighter than neighbour b. `rows` are the
/// `window` rows of the window, with window / 2 columns at both ends; `out` has `words` rows `pitch` apart.
void census_features(const std::int16_t* const* rows, int window, int width, std::size_t pitch, std::uint16_t* out);

/// The row from right to left.
void mirror_codes(const std::uint16_t* row, int width, std::uint16_t* out);

}  // namespace csca
