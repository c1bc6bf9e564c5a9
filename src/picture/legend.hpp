// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/canvas.hpp"
#include "picture/ticks.hpp"

#include <csca/picture.hpp>

#include <vector>

namespace csca::picture {

/// The colour bar with its numbers, laid out for a map of a given height. Lengths are in dots of the font, which grow
/// with the map, so that the legend looks the same beside a large map and a small one.
class Legend {
 public:
  Legend(ColourRange range, bool unknown, int map_height);

  /// In pixels. The height is the map's, or more when the map is too low to hold a legible legend.
  int width() const { return dot_ * width_; }
  int height() const { return height_; }

  void draw(Canvas& canvas, int x) const;

 private:
  void draw_bar(Canvas& canvas, int x) const;
  void draw_ticks(Canvas& canvas, int x) const;
  void draw_unknown(Canvas& canvas, int x) const;

  ColourRange range_;
  bool unknown_;
  int dot_;     ///< pixels
  int height_;  ///< pixels
  Box bar_;     ///< pixels, x from the left of the legend
  std::vector<Tick> ticks_;
  int label_width_ = 0;  ///< dots
  int width_ = 0;        ///< dots
};

}  // namespace csca::picture
