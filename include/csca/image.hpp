// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// How one channel of one pixel is stored.
enum class Sample { u8, u16, f32 };

std::size_t bytes_per_sample(Sample sample);

/// Pixels that somebody else owns: interleaved channels, rows `row_bytes` apart (negative for bottom-up images).
struct ImageView {
  const void* data = nullptr;
  int width = 0;
  int height = 0;
  int channels = 1;  ///< 1 grey, 2 grey + alpha, 3 RGB, 4 RGB + alpha; alpha is ignored by the matcher
  Sample sample = Sample::u8;
  std::ptrdiff_t row_bytes = 0;
  bool bgr = false;  ///< colours lie as blue, green, red, as OpenCV has them
};

/// An image that owns its pixels: interleaved channels, packed rows.
class Image {
 public:
  Image() = default;
  Image(int width, int height, int channels, Sample sample);

  int width() const { return width_; }
  int height() const { return height_; }
  int channels() const { return channels_; }
  Sample sample() const { return sample_; }

  /// Row y as samples of type T, which has to be the type that `sample()` names.
  template <class T>
  T* row(int y) {
    return reinterpret_cast<T*>(bytes_.data() + static_cast<std::size_t>(y) * row_bytes());
  }
  template <class T>
  const T* row(int y) const {
    return reinterpret_cast<const T*>(bytes_.data() + static_cast<std::size_t>(y) * row_bytes());
  }
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(width_) * static_cast<std::size_t>(channels_) * bytes_per_sample(sample_);
  }

  operator ImageView() const;  // NOLINT(google-explicit-constructor): an owner is usable wherever a view is

  bool operator==(const Image&) const = default;

 private:
  int width_ = 0;
  int height_ = 0;
  int channels_ = 1;
  Sample sample_ = Sample::u8;
  AlignedVector<std::byte> bytes_;
};

/// What the pipeline works on: planar float channels (1 or 3) with white at 1, and which pixels are known.
struct FloatImage {
  PooledVector<Plane<float>> channels;
  Mask known;     ///< 1 where all channels are finite; empty when every pixel is
  int scale = 0;  ///< of a pyramid; 0 is the finest

  int width() const { return channels.front().width(); }
  int height() const { return channels.front().height(); }
};

/// Luma with the weights of Rec. 601; a copy of the only channel for grey images.
Plane<float> luma(const FloatImage& image);

/// The value that counts as white in this pair: 255 for 8-bit samples; otherwise the smallest of 1 (float only),
/// 255, 1023, 4095, 16383, 65535 that covers both images, so that 10- to 14-bit sensors keep their contrast. Float
/// samples a thousand times larger than nearly all others do not count: they mark missing data.
double white_of(const ImageView& left, const ImageView& right);

/// Divides by white, drops alpha; pixels with NaN, infinity or a sample of size `absurd_from` and more become unknown
/// and take the value 0. `grey` reduces colour to luma, for pairs in which only one image has colour.
FloatImage to_float(const ImageView& image, double white, bool grey = false, int threads = 1,
                    double absurd_from = std::numeric_limits<double>::infinity());

/// The same pixels as an image with float samples and white at 1; unknown ones are NaN.
Image to_image(const FloatImage& image);

/// Throws Error when the view cannot be read: no pixels, unsupported channel count, rows that overlap.
void check(const ImageView& image, const char* name);

}  // namespace csca
#pragma GCC visibility pop
