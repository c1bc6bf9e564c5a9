// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace csca::synth {

/// A bijection on 64 bits that flips about half of them for each input bit (the finaliser of splitmix64).
inline constexpr std::uint64_t scramble(std::uint64_t z) {
  z += 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31U);
}

/// Random bits that belong to a place: no state, so any order of evaluation gives the same picture.
inline constexpr std::uint64_t hash(std::uint64_t key, std::int64_t x, std::int64_t y) {
  return scramble(key + static_cast<std::uint64_t>(x) * 0xD1B54A32D192ED03U +
                  static_cast<std::uint64_t>(y) * 0xABC98388FB8FAC03U);
}

/// A sequence of random numbers. Each object of a scene draws from its own stream, so that switching one off leaves
/// the others where they are. The distributions of <random> differ between standard libraries; these do not.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(scramble(seed) ^ scramble(~stream)) {}

  std::uint64_t bits() { return scramble(state_ += 0x9E3779B97F4A7C15U); }
  double between(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11U) * 0x1p-53);
  }
  /// Of either sign, the magnitude between low and high.
  double off_zero(double low, double high) {
    const double magnitude = between(low, high);
    return sign() * magnitude;
  }
  double sign() { return (bits() >> 63U) != 0 ? 1.0 : -1.0; }

 private:
  std::uint64_t state_;
};

/// Close to a standard normal: the sum of four uniform numbers (Irwin-Hall), made from the 16-bit quarters of `bits`.
inline double gaussian(std::uint64_t bits) {
  const std::uint64_t sum = (bits & 0xFFFFU) + (bits >> 16U & 0xFFFFU) + (bits >> 32U & 0xFFFFU) + (bits >> 48U);
  constexpr double root_three = 1.7320508075688772;  // four uniforms on [0, 1) have variance 1/3
  return (static_cast<double>(sum) * 0x1p-16 - 2.0 + 0x1p-15) * root_three;
}

}  // namespace csca::synth
