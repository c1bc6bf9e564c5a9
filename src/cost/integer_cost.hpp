// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>

#include "cost/feature_rows.hpp"
#include "cost/integer_kernels.hpp"

#include <array>
#include <optional>

namespace csca {

/// Matching costs as whole numbers: a quarter of the memory that floats take, and two to four times as many cells at
/// once. They differ from the float ones by rounding alone: of 8-bit images colours to 8-bit steps, gradients to 1/32
/// of one, weights to whole numbers; of others colours to 16-bit steps, gradients to 1/64 of an 8-bit step.
class IntegerCost : public Pooled {
 public:
  IntegerCost(const CostOptions& options, const IntegerWeights& weights, const FloatImage& left,
              const FloatImage& right, int threads);

  /// One row of features, for the kernels.
  IntegerRow row(int y) const;

  float unit() const { return weights_.unit; }

  /// The whole-number cost against a partner outside the image under Outside::black.
  int outside(int x, int y) const;

 private:
  void prepare(const FloatImage& image, int side, int threads);

  IntegerWeights weights_;
  int width_;
  int height_;
  int channels_ = 0;
  int gradients_ = 0;
  int window_ = 0;
  int words_ = 0;
  FeatureRows<std::uint8_t> colour_[2][3];
  FeatureRows<std::uint16_t> fine_colour_[2][3];  // instead
  FeatureRows<std::int16_t> gradient_[2][2];
  FeatureRows<std::uint16_t> code_[2];  // `words_` rows for each of the image's
};

/// Weights that fit costs of at most `largest`; none when these options cannot be told in whole numbers. `fine`: for
/// features that are finer than those of 8-bit images.
std::optional<IntegerWeights> integer_weights(const CostOptions& options, int channels, int largest, bool fine);

/// Bytes a pixel that an IntegerCost keeps, for predictions.
std::size_t integer_bytes_per_pixel(const CostOptions& options, int channels, bool fine);

}  // namespace csca
