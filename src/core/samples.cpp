// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/samples.hpp"

#include "core/image_rows.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace csca {
namespace {

template <class T, class Use>
void for_pixels(const ImageView& image, const Use& use) {
  for (int y = 0; y < image.height; ++y) {
    const T* row = row_of<T>(image, y);
    for (int x = 0; x < image.width; ++x) use(row + static_cast<std::ptrdiff_t>(x) * image.channels);
  }
}

template <class T>
void add_pixels(const ImageView& image, Samples& samples) {
  for_pixels<T>(image, [&](const T* pixel) {
    bool absurd = false;
    bool unknown = false;
    for (int c = 0; c < colour_channels(image); ++c) {
      const double value = pixel[c];
      unknown = unknown || !std::isfinite(value);
      absurd = absurd || std::abs(value) >= samples.absurd_from;
      if (std::isfinite(value) && std::abs(value) < samples.absurd_from) {
        samples.largest = std::max(samples.largest, value);
        samples.least = std::min(samples.least, value);
      }
    }
    samples.unknown_pixels += unknown ? 1 : 0;
    samples.absurd_pixels += absurd && !unknown ? 1 : 0;
  });
}

// Whole numbers in the order of the values, of which compilers find the largest by vectors.
std::uint16_t in_order(std::uint16_t value) { return value; }
std::int32_t in_order(float value) {
  const auto bits = std::bit_cast<std::int32_t>(value);
  return bits ^ (bits >> 31 & 0x7FFFFFFF);
}
double from_order(std::uint16_t value) { return value; }
double from_order(std::int32_t value) { return std::bit_cast<float>(value ^ (value >> 31 & 0x7FFFFFFF)); }

/// The same of a row without alpha whose samples are all finite and not absurd.
template <class T>
void add_ordinary(const ImageView& row, Samples& samples) {
  const T* values = row_of<T>(row, 0);
  auto most = in_order(values[0]);
  auto least = most;
  for (int i = 1; i < row.width * row.channels; ++i) {
    most = std::max(most, in_order(values[i]));
    least = std::min(least, in_order(values[i]));
  }
  samples.largest = std::max(samples.largest, from_order(most));
  samples.least = std::min(samples.least, from_order(least));
}

constexpr double absurd_times = 1000;  // what nearly all samples stay below

}  // namespace

bool all_ordinary(const float* values, int count, double absurd_from, float scale) {
  std::int32_t size = 0;  // the bits of floats without a sign are in the order of their sizes
  for (int i = 0; i < count; ++i) size = std::max(size, std::bit_cast<std::int32_t>(values[i]) & 0x7FFFFFFF);
  const auto largest = std::bit_cast<float>(size);
  return std::isfinite(largest) && std::isfinite(largest * scale) && static_cast<double>(largest) < absurd_from;
}

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
  // The bits of floats without a sign are in the order of their sizes: the upper ones are counted, and what has those
  // of the usual size is sorted.
  constexpr int lower_bits = 16;
  const auto for_sizes = [&image](const auto& use) {
    for_pixels<float>(image, [&](const float* pixel) {
      for (int c = 0; c < colour_channels(image); ++c) {
        if (std::isfinite(pixel[c]) && pixel[c] != 0) use(std::bit_cast<std::uint32_t>(std::abs(pixel[c])));
      }
    });
  };
  PooledVector<std::size_t> counts(std::size_t{1} << (31 - lower_bits));
  std::size_t count = 0;
  for_sizes([&](std::uint32_t size) {
    ++counts[size >> lower_bits];
    ++count;
  });
  if (count == 0) return std::numeric_limits<double>::infinity();
  auto left = static_cast<std::size_t>(usual_share * static_cast<double>(count - 1));  // smaller ones
  std::uint32_t upper = 0;
  for (; counts[upper] <= left; ++upper) left -= counts[upper];
  PooledVector<std::uint32_t> sizes;
  sizes.reserve(counts[upper]);
  for_sizes([&](std::uint32_t size) {
    if (size >> lower_bits == upper) sizes.push_back(size);
  });
  const auto usual = sizes.begin() + static_cast<std::ptrdiff_t>(left);
  std::nth_element(sizes.begin(), usual, sizes.end());
  return absurd_times * static_cast<double>(std::bit_cast<float>(*usual));
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
  const bool alpha = colour_channels(image) != image.channels;
  ImageView row = image;
  row.height = 1;
  for (int y = 0; y < image.height; ++y) {
    row.data = row_of<std::byte>(image, y);
    if (image.sample == Sample::u16) {
      alpha ? add_pixels<std::uint16_t>(row, samples) : add_ordinary<std::uint16_t>(row, samples);
    } else if (alpha || !all_ordinary(row_of<float>(row, 0), row.width * row.channels, samples.absurd_from)) {
      add_pixels<float>(row, samples);
    } else {
      add_ordinary<float>(row, samples);
    }
  }
}

void add_extent(const ImageView& image, const Mask& mask, Samples& samples) {
  with_sample_type(image.sample, [&]<class T>(const T*) {
    for (int y = 0; y < image.height; ++y) {
      const T* row = row_of<T>(image, y);
      for (int x = 0; x < image.width; ++x) {
        if (!mask.empty() && mask(x, y) == 0) continue;
        for (int c = 0; c < colour_channels(image); ++c) {
          const double value = row[x * image.channels + c];
          if (!std::isfinite(value) || std::abs(value) >= samples.absurd_from) continue;
          samples.largest = std::max(samples.largest, value);
          samples.least = std::min(samples.least, value);
        }
      }
    }
  });
}

bool fit_words(const Samples& left, const Samples& right, double white) {
  const double largest = std::max(left.largest, right.largest);
  const double least = std::min(left.least, right.least);
  const double usual = std::min(left.absurd_from, right.absurd_from) / absurd_times;
  return largest <= white && least >= -white && 255 * usual >= white;
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
