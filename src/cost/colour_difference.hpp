// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include "cost/float_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace csca {

/// weight * min(value / parts, truncation), with the division folded into the weight: one minimum and one product a
/// cell.
class TruncatedTerm {
 public:
  TruncatedTerm(double weight, double truncation, int parts = 1)
      : weight_(static_cast<float>(weight / parts)), truncation_(static_cast<float>(truncation * parts)) {}

  float operator()(float value) const { return weight_ * std::min(value, truncation_); }
  float most() const { return weight_ * truncation_; }
  FloatRow::Term of_row() const { return {weight_, truncation_}; }

 private:
  float weight_;
  float truncation_;
};

/// The channels of one row, as plain pointers that inner loops keep in registers.
template <std::size_t channels>
struct ColourRows {
  std::array<const float*, channels> row;

  ColourRows(const FloatImage& image, int y) {
    for (std::size_t c = 0; c < channels; ++c) row[c] = image.channels[c].row(y);
  }
  std::array<float, channels> at(int x) const {
    std::array<float, channels> pixel;
    for (std::size_t c = 0; c < channels; ++c) pixel[c] = row[c][x];
    return pixel;
  }
};

/// Sum of absolute channel values: the difference to black.
template <std::size_t channels>
inline float magnitude(const std::array<float, channels>& pixel) {
  float sum = 0;
  for (const float value : pixel) sum += std::abs(value);
  return sum;
}

}  // namespace csca
