// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>

#include "cost/feature_rows.hpp"
#include "cost/integer_kernels.hpp"

#include <array>
#include <memory>
#include <optional>

namespace csca {

/// What matching costs read of one image, in whole numbers.
struct IntegerFeatures {
  FeatureRows<std::uint8_t> colour[3];
  FeatureRows<std::uint16_t> fine_colour[3];  ///< instead of `colour`, where weights are fine
  FeatureRows<std::int16_t> gradient[2];
  FeatureRows<std::uint16_t> code;  ///< words of a census, as many rows for each of the image's
};

/// Matching costs as whole numbers: a quarter of the memory that floats take, and two to four times as many cells at
/// once. They differ from the float ones by rounding alone: of 8-bit images colours to 8-bit steps, gradients to 1/32
/// of one, weights to whole numbers; of others colours to 16-bit steps, gradients to 1/64 of an 8-bit step.
class IntegerCost : public Pooled {
 public:
  /// `left_features` are those of an earlier cost of the same left image; none: they are made.
  IntegerCost(const CostOptions& options, const IntegerWeights& weights, const FloatImage& left,
              const FloatImage& right, int threads, std::shared_ptr<const IntegerFeatures> left_features = nullptr);

  std::shared_ptr<const IntegerFeatures> left_features() const { return features_[0]; }

  /// One row of features, for the kernels.
  IntegerRow row(int y) const;

  float unit() const { return weights_.unit; }

  /// The whole-number cost against a partner outside the image under Outside::black.
  int outside(int x, int y) const;

 private:
  std::shared_ptr<const IntegerFeatures> features_of(const FloatImage& image, bool mirrored, int threads) const;

  IntegerWeights weights_;
  int width_;
  int height_;
  int channels_ = 0;
  int gradients_ = 0;
  int window_ = 0;
  int words_ = 0;
  std::shared_ptr<const IntegerFeatures> features_[2];
};

/// Weights that fit costs of at most `largest`; none when these options cannot be told in whole numbers. `fine`: for
/// features that are finer than those of 8-bit images.
std::optional<IntegerWeights> integer_weights(const CostOptions& options, int channels, int largest, bool fine);

/// Bytes a pixel that an IntegerCost keeps, for predictions.
std::size_t integer_bytes_per_pixel(const CostOptions& options, int channels, bool fine);

}  // namespace csca
