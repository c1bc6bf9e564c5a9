// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace csca {

/// How much two pixels look alike: by the largest difference of a channel. All are alike without a guide. Colours are
/// bytes, and weights come from a table: with floats and an exp they would be most of a filling's time.
class Likeness {
 public:
  explicit Likeness(const FloatImage& guide) {
    for (int i = 0; i <= white; ++i) weights_[i] = static_cast<float>(std::exp(-i / (white * 0.05)));
    const std::size_t channels = std::min(guide.channels.size(), std::size_t{3});
    if (channels == 0) return;
    colours_.assign(guide.channels.front().size(), {});
    for (std::size_t c = 0; c < channels; ++c) {
      const float* samples = guide.channels[c].data();
      for (std::size_t i = 0; i < colours_.size(); ++i) {
        const float sample = std::min(std::max(0.0F, samples[i]), 1.0F);  // 0 for NaN
        colours_[i][c] = static_cast<std::uint8_t>(sample * white + 0.5F);
      }
    }
  }

  /// White is 1.
  float difference(std::size_t a, std::size_t b) const { return static_cast<float>(steps(a, b)) / white; }

  /// exp(-difference / 0.05), never 0.
  float weight(std::size_t a, std::size_t b) const { return weights_[steps(a, b)]; }

 private:
  static constexpr int white = 255;

  int steps(std::size_t a, std::size_t b) const {
    if (colours_.empty()) return 0;
    int most = 0;
    for (int c = 0; c < 3; ++c) most = std::max(most, std::abs(int{colours_[a][c]} - int{colours_[b][c]}));
    return most;
  }

  AlignedVector<std::array<std::uint8_t, 4>> colours_;
  std::array<float, white + 1> weights_ = {};
};

}  // namespace csca
