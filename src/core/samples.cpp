// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/samples.hpp"

#include "core/image_rows.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

template <class T, class Use>
void for_pixels(const ImageView& image, const Use& use) {
  for (int y = 0; y < image.height; ++y) {
    const T* row = row_of<T>(image, y);
    for (int x = 0; x < image.width; ++x) use(row + static_cast<std::ptrdiff_t>(x) * image.channels);
  }
}

}  // namespace

int row_step(int height) {
  constexpr int rows = 128;
  return std::max(1, height / rows);
}

ImageView few_rows(const ImageView& image) {
  ImageView rows = image;
  const int step = row_step(image.height);
  rows.height = (image.height + step - 1) / step;
  rows.row_bytes *= step;
  return rows;
}

/// A thousand times what 99 of 100 samples stay below.
double absurd_size(const ImageView& image) {
  if (image.sample != Sample::f32) return std::numeric_limits<double>::infinity();
  constexpr double usual_share = 0.99;
  constexpr double times = 1000;
  PooledVector<float> sizes;
  for_pixels<float>(image, [&](const float* pixel) {
    for (int c = 0; c < colour_channels(image); ++c) {
      if (std::isfinite(pixel[c]) && pixel[c] != 0) sizes.push_back(std::abs(pixel[c]));
    }
  });
  if (sizes.empty()) return std::numeric_limits<double>::infinity();
  const auto usual = sizes.begin() + static_cast<std::ptrdiff_t>(usual_share * static_cast<double>(sizes.size() - 1));
  std::nth_element(sizes.begin(), usual, sizes.end());
  return times * static_cast<double>(*usual);
}

Samples samples_of(const ImageView& image) {
  Samples samples;
  samples.absurd_from = absurd_size(few_rows(image));
  add_samples(image, samples);
  return samples;
}

void add_samples(const ImageView& image, Samples& samples) {
  if (image.sample == Sample::u8) {
    samples.largest = 255;
    return;
  }
  with_sample_type(image.sample, [&]<class T>(const T*) {
    for_pixels<T>(image, [&](const T* pixel) {
      bool absurd = false;
      bool unknown = false;
      for (int c = 0; c < colour_channels(image); ++c) {
        const double value = pixel[c];
        unknown = unknown || !std::isfinite(value);
        absurd = absurd || std::abs(value) >= samples.absurd_from;
        if (std::isfinite(value) && std::abs(value) < samples.absurd_from) {
          samples.largest = std::max(samples.largest, value);
        }
      }
      samples.unknown_pixels += unknown ? 1 : 0;
      samples.absurd_pixels += absurd && !unknown ? 1 : 0;
    });
  });
}

double white_of(const ImageView& left, const Samples& left_samples, const ImageView& right,
                const Samples& right_samples) {
  if (left.sample == Sample::u8 && right.sample == Sample::u8) return 255;
  const double most = std::max(left_samples.largest, right_samples.largest);
  if (left.sample == Sample::f32 && right.sample == Sample::f32 && most <= 1) return 1;
  for (const double white : {255.0, 1023.0, 4095.0, 16383.0, 65535.0}) {
    if (most <= white) return white;
  }
  return most;
}

double white_of(const ImageView& left, const ImageView& right) {
  return white_of(left, samples_of(left), right, samples_of(right));
}

}  // namespace csca
