// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <memory>
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

/// The scene's image in grey with pixels off by more than `threshold` in red; pixels that do not count (mask not 255,
/// or truth unknown) are darkened. Pixels of the map that are unknown are blue. `mask` may be empty: then every
/// pixel with known truth counts. `background` is any 8- or 16-bit or float image of the same size.
Image paint_errors(const ImageView& background, const Plane<float>& disparity, const Plane<float>& truth,
                   const Mask& mask, float threshold);

/// Any image as 8-bit RGB for display (white = `white_of` the image with itself; unknown pixels black).
Image to_display(const ImageView& image);

namespace picture {
struct Sheet;
}

/// Something drawn, of pictures, lines and text: to be painted, or written as a file. The same bytes come out each
/// time.
struct Drawing {
  std::shared_ptr<const picture::Sheet> sheet;
};

/// A map in the colours of `paint_disparity` with a legend beside it: a colour bar with its values in pixels, and the
/// grey of "unknown" if there is any. A map too low to hold a legible legend stands at the top of a higher drawing.
Drawing preview(const Plane<float>& disparity, std::optional<ColourRange> range = {});

/// A picture with a line of text under it.
struct Tile {
  Image picture;  ///< 8-bit, grey or RGB; empty: nothing stands in this place
  std::string caption;
};

/// What the colours in a montage mean.
struct MontageLegend {
  std::optional<ColourRange> disparities = {};  ///< of `paint_disparity`: a colour bar beside the first row
  bool unknown = false;                         ///< are there unknown disparities?
  std::optional<double> threshold = {};         ///< of `paint_errors`: a line below all tiles says what they mean
};

/// Tiles in rows of `columns`, on white, captions below each; tiles of different sizes are scaled to the width of the
/// first. Captions wrap to the width of their tile, and end in an ellipsis after three lines.
Drawing montage(const std::vector<Tile>& tiles, int columns, const MontageLegend& legend = {});

/// A picture by itself, 8-bit, grey or RGB.
Drawing drawing_of(Image picture);

/// The drawing as an 8-bit RGB image, enlarged `scale` times. One pixel is one of the map or tile that was drawn; no
/// side has more than 30000 pixels: larger drawings shrink.
Image to_image(const Drawing& drawing, double scale = 1);

/// The drawing as vector graphics, which look the same everywhere: text as outlines of its letters. Its words stand in
/// the description, where searches and screen readers find them.
std::string to_svg(const Drawing& drawing);

/// Writes the drawing; the ending chooses the form: .png, .jpg/.jpeg, .svg or .pdf. Whole or not at all.
void write_picture(const std::filesystem::path& file, const Drawing& drawing);

/// Throws Error when `write_picture` knows no form with the ending of this name.
void check_picture_ending(const std::filesystem::path& file);

}  // namespace csca
#pragma GCC visibility pop
