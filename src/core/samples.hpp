// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace csca {

/// What an image's samples, alpha left out, say about it as a whole.
struct Samples {
  double largest = 0;  ///< of the finite ones that are not absurd
  double least = 0;    ///< the same, or 0
  /// Samples of this size and more are absurd: a thousand times what nearly all others reach. One of them is a marker
  /// of missing data, and as white it would leave nothing but black. Only float images have such samples.
  double absurd_from = std::numeric_limits<double>::infinity();
  std::size_t absurd_pixels = 0;
  std::size_t unknown_pixels = 0;  ///< with a sample that is not finite
};

Samples samples_of(const ImageView& image);

/// Whether all values are finite, also times `scale`, and smaller than what is absurd.
bool all_ordinary(const float* values, int count, double absurd_from, float scale = 1);

/// Some rows of an image, evenly spread, that tell what is usual in it: every `row_step`-th.
int row_step(int height);
ImageView few_rows(const ImageView& image);

/// The size from which on samples are absurd, by a few rows of the image.
double absurd_size(const ImageView& rows);

/// Adds what more rows say to all but `absurd_from`, which has to be known.
void add_samples(const ImageView& rows, Samples& samples);

/// Whether 16 bits hold the samples of a pair and tell them apart as well as 8 bits do a picture's: all are at most as
/// far from black as white is, and in both images a hundredth at least reach a 255th of it.
bool fit_words(const Samples& left, const Samples& right, double white);

/// Adds the least and the largest sample of pixels that take part: all, where the mask is empty.
void add_extent(const ImageView& rows, const Mask& mask, Samples& samples);

/// `white_of` for a pair whose samples are known.
double white_of(const ImageView& left, const Samples& left_samples, const ImageView& right,
                const Samples& right_samples);

}  // namespace csca
