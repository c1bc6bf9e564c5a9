// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

/// Pixels that are aggregated together: every cost that is read serves all of them. Six by four vectors of levels fill
/// AVX-512's registers, six by two AVX2's.
inline constexpr int tile_width = 3;
inline constexpr int tile_height = 2;
inline constexpr int tile_pixels = tile_width * tile_height;

/// Floats that kernels may read or write past the end of a buffer: a vector.
inline constexpr int kernel_slack = 16;

/// The windows of a tile's pixels lie in one rectangle, whose positions are numbered row by row.
struct WindowShape {
  int radius;

  int columns() const { return 2 * radius + tile_width; }
  int rows() const { return 2 * radius + tile_height; }
  int positions() const { return columns() * rows(); }
};

/// What has a weight for any pixel of one tile: where its costs are, and what it weighs for each pixel.
struct TileWeights {
  int count;
  std::uint32_t* cells;        // from the tile's own origin, in units of cell_unit floats
  float* weights;              // of the first pixel; the next pixel's begin `capacity` further on
  int capacity;                // positions and slack
  float factors[tile_pixels];  // 1 / sum of weights

  static constexpr std::size_t cell_unit = 8;
};

/// A tile's rectangle as far as it is in the image.
struct TileWindow {
  WindowShape shape;
  int width;  // the tile's pixels that are in the image; others repeat the first one, and nobody reads their results
  int height;
  int first_row;  // rows [first_row, last_row) of the rectangle are in the image
  int last_row;
  int channels;
  const float* const* guide;   // [row * channels + channel], infinite outside the image
  int column;                  // of the guide's rows, where the rectangle begins
  const float* space;          // exponents by position for the first pixel, and for all others shifted
  const std::uint32_t* cells;  // by position
  float colour_factor;         // from the sum of channel differences to the root of an exponent of 2
};

/// The guide under a tile's rectangle, by position. It moves along with the tile.
struct PackedGuide {
  float* begin;  // each channel has room for a rectangle, the way of all tiles, and slack
  int room;      // floats a channel
  int shift;     // columns from the first tile to this one; 0: all is to be packed

  float* channel(int c) const { return begin + c * room + shift; }
};

/// Fills `weights` from what the window shows.
void weigh_tile(const TileWindow& window, PackedGuide& packed, TileWeights& weights);

/// Weighted means of `count` levels, a multiple of 8, for the tile's pixels: `origin` is what cells
/// count from, outs[i] the result of pixel i.
void average_tile(const TileWeights& weights, const float* origin, int count, float* const* outs);

}  // namespace csca
