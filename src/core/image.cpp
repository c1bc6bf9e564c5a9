// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/image.hpp>

#include "core/image_kernels.hpp"
#include "core/image_rows.hpp"
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "core/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <type_traits>

namespace csca {
namespace {

constexpr std::array<float, 3> luma_weights = {0.299F, 0.587F, 0.114F};

/// Rows that are numbers throughout, whole vectors at a time. The others, float ones, are left out and listed.
PooledVector<int> convert_ordinary_rows(const ImageView& image, float scale, int threads, double absurd_from,
                                        FloatImage& result) {
  PooledVector<std::uint8_t> left_out(static_cast<std::size_t>(image.height), 0);
  const bool alpha = colour_channels(image) != image.channels;
  constexpr int band = 32;
  parallel_for(threads, (image.height + band - 1) / band, [&](int b) {
    for (int y = b * band; y < std::min((b + 1) * band, image.height); ++y) {
      std::array<float*, 3> out{};
      for (std::size_t c = 0; c < result.channels.size(); ++c) out[c] = result.channels[c].row(y);
      if (image.bgr && out[2] != nullptr) std::swap(out[0], out[2]);
      with_sample_type(image.sample, [&]<class T>(const T*) {
        const T* row = row_of<T>(image, y);
        if constexpr (std::is_same_v<T, float>) {
          left_out[y] = alpha || !all_ordinary(row, image.width * image.channels, absurd_from, scale) ? 1 : 0;
        }
        if (left_out[y] == 0) split_samples(row, image.width, image.channels, scale, out);
      });
    }
  });
  PooledVector<int> rows;
  for (int y = 0; y < image.height; ++y) {
    if (left_out[y] != 0) rows.push_back(y);
  }
  return rows;
}

}  // namespace

std::size_t bytes_per_sample(Sample sample) {
  return with_sample_type(sample, []<class T>(const T*) { return sizeof(T); });
}

Image::Image(int width, int height, int channels, Sample sample)
    : width_(width), height_(height), channels_(channels), sample_(sample) {
  bytes_.assign(offset(height, row_bytes()), std::byte{});
}

Image::operator ImageView() const {
  return {bytes_.data(), width_, height_, channels_, sample_, static_cast<std::ptrdiff_t>(row_bytes())};
}

void check(const ImageView& image, const char* name) {
  if (image.data == nullptr || image.width < 1 || image.height < 1) {
    throw Error(fmt::format("the {} image is empty ({} x {} pixels): give one with at least one pixel", name,
                            image.width, image.height));
  }
  if (image.channels < 1 || image.channels > 4) {
    throw Error(fmt::format("the {} image has {} channels: allowed are 1 to 4 (grey or colour, with or without alpha)",
                            name, image.channels));
  }
  const std::size_t packed = offset(image.width, image.channels) * bytes_per_sample(image.sample);
  if (image.height > 1 && static_cast<std::size_t>(std::abs(image.row_bytes)) < packed) {
    throw Error(fmt::format("the {} image has rows {} bytes apart that are {} bytes long: set row_bytes", name,
                            image.row_bytes, packed));
  }
}

FloatImage to_float(const ImageView& image, double white, bool grey, int threads, double absurd_from) {
  const int colours = colour_channels(image);
  const bool reduce = grey && colours == 3;
  const auto scale = static_cast<float>(1 / white);
  FloatImage result;
  for (int c = 0; c < (reduce ? 1 : colours); ++c) result.channels.emplace_back(image.width, image.height, Unset{});
  PooledVector<int> rows;
  if (reduce) {
    rows.resize(static_cast<std::size_t>(image.height));
    std::iota(rows.begin(), rows.end(), 0);
  } else {
    rows = convert_ordinary_rows(image, scale, threads, absurd_from, result);
  }
  if (rows.empty()) return result;
  Mask known(image.width, image.height, 1);
  bool all_known = true;

  with_sample_type(image.sample, [&]<class T>(const T*) {
    for (const int y : rows) {
      const T* row = row_of<T>(image, y);
      for (int x = 0; x < image.width; ++x) {
        std::array<float, 3> value{};
        bool finite = true;
        for (int c = 0; c < colours; ++c) {
          const auto sample = static_cast<float>(row[x * image.channels + c]);
          value[c] = sample * scale;
          finite = finite && std::isfinite(value[c]) && std::abs(static_cast<double>(sample)) < absurd_from;
        }
        if (image.bgr && colours == 3) std::swap(value[0], value[2]);
        if (!finite) {
          value = {};
          known(x, y) = 0;
          all_known = false;
        }
        if (reduce) {
          result.channels[0](x, y) =
              luma_weights[0] * value[0] + luma_weights[1] * value[1] + luma_weights[2] * value[2];
        } else {
          for (int c = 0; c < colours; ++c) result.channels[c](x, y) = value[c];
        }
      }
    }
  });
  if (!all_known) result.known = std::move(known);
  return result;
}

Image to_image(const FloatImage& image) {
  const auto channels = static_cast<int>(image.channels.size());
  Image result(image.width(), image.height(), channels, Sample::f32);
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const bool known = image.known.empty() || image.known(x, y) != 0;
      for (int c = 0; c < channels; ++c) {
        result.row<float>(y)[x * channels + c] =
            known ? image.channels[c](x, y) : std::numeric_limits<float>::quiet_NaN();
      }
    }
  }
  return result;
}

Plane<float> luma(const FloatImage& image) {
  if (image.channels.size() == 1) return image.channels[0];
  Plane<float> result(image.width(), image.height());
  const float* r = image.channels[0].data();
  const float* g = image.channels[1].data();
  const float* b = image.channels[2].data();
  float* out = result.data();
  for (std::size_t i = 0; i < result.size(); ++i) {
    out[i] = luma_weights[0] * r[i] + luma_weights[1] * g[i] + luma_weights[2] * b[i];
  }
  return result;
}

}  // namespace csca
