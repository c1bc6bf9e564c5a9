// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/image.hpp>
#include <csca/volume.hpp>

#include "core/offset.hpp"

namespace csca {

/// What the guided filter needs of its guide at each pixel, pixel by pixel, as it is read: one over the number of the
/// window's pixels, the window's mean colour, and the upper triangle (rr rg rb gg gb bb) of the inverse of its
/// covariance plus epsilon, over the number of pixels. Made row by row, so that large images need no memory for it.
class GuideStatistics {
 public:
  /// Up to here they are kept from slab to slab, in 52 bytes a pixel of colour. Larger guides pay with time instead:
  /// making them takes about as long as filtering ten levels.
  static constexpr std::size_t most_kept_pixels = std::size_t{1} << 20;

  /// The window is clipped at the border; radii have to be below the image's sides. The guide outlives this.
  GuideStatistics(const FloatImage& guide, int radius_x, int radius_y, double epsilon,
                  std::size_t most_kept = most_kept_pixels);

  /// One over the number of the window's columns at each x, and of its rows at y.
  const PooledVector<double>& inverse_widths() const { return inverse_widths_; }
  double inverse_rows(int y) const;

  /// Values a pixel.
  int entries() const { return entries_of(channels()); }

  /// Goes through some columns of all rows once, from the top. Windows that reach over these columns, but not over the
  /// image, are rubbish.
  class Rows {
   public:
    Rows(const GuideStatistics& statistics, Columns columns);
    /// Row after row the columns' statistics. Valid until the next call.
    const float* next();
    /// The same into `row`, whether they are kept or not.
    void make(float* row);
    /// Row y of the guide less `shift`, pixel by pixel. Rows have to come in order; the window's rows stay valid.
    const float* guide(int y);

   private:
    void rows_of(int y, const float** guide) const;

    const GuideStatistics& statistics_;
    Columns wanted_;
    int y_ = 0;
    int guide_rows_ = 0;             // so far
    AlignedVector<double> columns_;  // sums over the window's rows, of each colour and each product of two
    AlignedVector<float> row_;
    AlignedVector<float> guide_;  // a ring
  };

  /// Bytes that are kept of a guide with so many pixels and channels.
  static std::size_t kept_bytes(std::size_t pixels, int channels);

 private:
  static int entries_of(int channels) { return (channels + 1) * (channels + 2) / 2; }
  int channels() const { return static_cast<int>(guide_.channels.size()); }
  std::size_t row_values(int values) const { return offset(values, guide_.width()); }

  const FloatImage& guide_;
  int radius_x_;
  int radius_y_;
  double epsilon_;
  PooledVector<double> inverse_widths_;
  PooledVector<float> shift_;
  float rounder_ = 0;          // sums of rounded guides are exact, and so the same wherever they begin
  AlignedVector<float> kept_;  // all rows, or none
  AlignedVector<float> kept_guide_;
};

}  // namespace csca
