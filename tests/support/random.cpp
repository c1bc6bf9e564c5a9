// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/random.hpp"

namespace csca {

Image random_texture(int width, int height, int channels, std::uint32_t seed) {
  Random random(seed);
  Image image(width, height, channels, Sample::u8);
  for (int y = 0; y < height; ++y) {
    for (int i = 0; i < width * channels; ++i) {
      image.row<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(random.whole(0, 255));
    }
  }
  return image;
}

Image shifted(const Image& left, int disparity, std::uint32_t seed) {
  const int channels = left.channels();
  Image right = random_texture(left.width(), left.height(), channels, seed);
  for (int y = 0; y < left.height(); ++y) {
    for (int x = 0; x < left.width(); ++x) {
      const int partner = x - disparity;
      if (partner < 0 || partner >= left.width()) continue;
      for (int c = 0; c < channels; ++c) {
        right.row<std::uint8_t>(y)[partner * channels + c] = left.row<std::uint8_t>(y)[x * channels + c];
      }
    }
  }
  return right;
}

FloatImage random_image(int width, int height, int channels, std::uint32_t seed, bool coarse) {
  Random random(seed);
  FloatImage image;
  image.channels.assign(channels, Plane<float>(width, height));
  for (Plane<float>& channel : image.channels) {
    for (float& value : channel) {
      value = static_cast<float>(coarse ? random.whole(0, 255) / 255.0 : random.real(0, 1));
    }
  }
  return image;
}

void add_holes(FloatImage& image, double share, std::uint32_t seed) {
  Random random(seed);
  image.known = Mask(image.width(), image.height(), 1);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      if (!random.chance(share)) continue;
      image.known(x, y) = 0;
      for (Plane<float>& channel : image.channels) channel(x, y) = 0;
    }
  }
}

Volume random_volume(int width, int height, Levels levels, std::uint32_t seed) {
  Random random(seed);
  Volume volume(width, height, levels);
  for (int y = 0; y < height; ++y) {
    for (std::size_t i = 0; i < volume.row_size(); ++i) volume.row(y)[i] = static_cast<float>(random.real(0, 1));
  }
  return volume;
}

}  // namespace csca
