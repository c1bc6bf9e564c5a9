// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <optional>
#include <string>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// Disparities that the two ends of the colour scale stand for, in pixels.
struct ColourRange {
  float low = 0;
  float high = 1;
};

/// The range that shows a map well: its 1st to 99th percentile of known values; {0, 1} when nothing is known.
ColourRange colour_range(const Plane<float>& disparity);

/// The map in colours of a perceptually uniform scale (near = bright), unknown (NaN, infinite) in grey. RGB, 8 bit,
/// the size of the map. A range of one value shows smaller values dark and larger ones bright.
/// Throws Error for an empty map and for a range that is not finite or upside down.
Image paint_disparity(const Plane<float>& disparity, ColourRange range);

/// Any values in greys that leave room for coloured marks on them: dark grey is low, nearly white is high, unknown is a
/// pale blue. Otherwise as `paint_disparity`.
Image paint_grey(const Plane<float>& values, ColourRange range);

/// `paint_disparity` with a legend beside it: a colour bar with its values in pixels, and the grey of "unknown" if
/// there is any. A map too low to hold a legible legend stands at the top of a higher picture.
Image preview(const Plane<float>& disparity, std::optional<ColourRange> range = {});

/// The scene's image in grey with pixels off by more than `threshold` in red; pixels that do not count (mask not 255,
/// or truth unknown) are darkened. Pixels of the map that are unknown count as errors. `mask` may be empty: then every
/// pixel with known truth counts. `background` is any 8- or 16-bit or float image of the same size.
Image paint_errors(const ImageView& background, const Plane<float>& disparity, const Plane<float>& truth,
                   const Mask& mask, float threshold);

/// A picture with a line of text under it.
struct Tile {
  Image picture;  ///< 8-bit, grey or RGB
  std::string caption;
};

/// Tiles in rows of `columns`, on white, captions below each; tiles of different sizes are scaled to the width of the
/// first. Captions wrap to the width of their tile, and end in ".." after three lines.
Image montage(const std::vector<Tile>& tiles, int columns);

/// Any image as 8-bit RGB for display (white = `white_of` the image with itself; unknown pixels black).
Image to_display(const ImageView& image);

}  // namespace csca
#pragma GCC visibility pop
