// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/volume.hpp>

#include <cstdint>
#include <random>

// Random inputs for tests: the same seed gives the same bits on every machine.
namespace csca {

struct Size {
  int width;
  int height;
};

/// Sizes on which sloppy index code breaks: one pixel, one row, one column, no multiples of 2 or 8.
inline constexpr Size odd_sizes[] = {{1, 1}, {9, 1}, {1, 7}, {2, 2}, {3, 3}, {5, 2}, {13, 6}, {17, 11}, {34, 5}};

class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  int whole(int least, int most) {
    return least + static_cast<int>(engine_() % static_cast<std::uint32_t>(most - least + 1));
  }
  double real(double least, double most) {
    return least + (most - least) * (static_cast<double>(engine_()) / 4294967296.0);
  }
  bool chance(double share) { return real(0, 1) < share; }

 private:
  std::mt19937 engine_;
};

/// Independent 8-bit samples: a texture without ambiguity.
Image random_texture(int width, int height, int channels, std::uint32_t seed);

/// The right image of a scene at one disparity: right(x - d) = left(x), and other texture where left has no pixel.
Image shifted(const Image& left, int disparity, std::uint32_t seed);

/// Independent values in [0, 1), of 8 bits if `coarse`, so that ties happen.
FloatImage random_image(int width, int height, int channels, std::uint32_t seed, bool coarse = false);

/// Makes about that share of the pixels unknown, as `to_float` does.
void add_holes(FloatImage& image, double share, std::uint32_t seed);

/// Independent costs in [0, 1); padding holds rubbish, as it may.
Volume random_volume(int width, int height, Levels levels, std::uint32_t seed);

}  // namespace csca
