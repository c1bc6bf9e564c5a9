// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/features.hpp"

namespace csca {

Plane<float> gradient_x(const Plane<float>& image) {
  Plane<float> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    const float* in = image.row(y);
    float* out = result.row(y);
    for (int x = 1; x + 1 < image.width(); ++x) out[x] = in[x + 1] - in[x - 1];
  }
  return result;
}

Plane<float> gradient_y(const Plane<float>& image) {
  Plane<float> result(image.width(), image.height());
  for (int y = 1; y + 1 < image.height(); ++y) {
    const float* above = image.row(y - 1);
    const float* below = image.row(y + 1);
    float* out = result.row(y);
    for (int x = 0; x < image.width(); ++x) out[x] = below[x] - above[x];
  }
  return result;
}

Census census_transform(const Plane<float>& image, int window, bool wrap) {
  const int width = image.width();
  const int height = image.height();
  const int radius = window / 2;
  const auto place = [wrap](int i, int size) { return wrap ? ((i % size) + size) % size : std::clamp(i, 0, size - 1); };

  Census census;
  census.bits = window * window - 1;
  census.words = (census.bits + 31) / 32;
  census.word.assign(census.words, Plane<std::uint32_t>(width, height));

  PooledVector<float> padded(width + 2 * radius);
  for (int y = 0; y < height; ++y) {
    const float* centre = image.row(y);
    int bit = 0;
    for (int dy = -radius; dy <= radius; ++dy) {
      const float* row = image.row(place(y + dy, height));
      for (int x = -radius; x < width + radius; ++x) padded[x + radius] = row[place(x, width)];
      for (int dx = -radius; dx <= radius; ++dx) {
        if (dx == 0 && dy == 0) continue;
        const float* neighbour = padded.data() + radius + dx;
        std::uint32_t* out = census.word[bit / 32].row(y);
        const int shift = bit % 32;
        for (int x = 0; x < width; ++x) {
          out[x] |= static_cast<std::uint32_t>(centre[x] > neighbour[x] ? 1 : 0) << shift;
        }
        ++bit;
      }
    }
  }
  return census;
}

}  // namespace csca
