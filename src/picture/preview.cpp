// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/sheet.hpp"

#include <algorithm>
#include <cmath>

namespace csca {

Drawing preview(const Plane<float>& disparity, std::optional<ColourRange> range) {
  const ColourRange shown = range ? *range : colour_range(disparity);
  const picture::Frame map{0, 0, static_cast<double>(disparity.width()), static_cast<double>(disparity.height())};
  const bool unknown = std::any_of(disparity.begin(), disparity.end(), [](float d) { return !std::isfinite(d); });
  picture::Sheet sheet;
  sheet.title = "disparity";
  sheet.shapes.emplace_back(picture::PictureShape{map, paint_disparity(disparity, shown)});
  const picture::Font font{std::max(12.0, std::round(map.height / 26))};  // looks the same beside maps of any size
  const picture::Frame legend = picture::add_colour_bar(shown, unknown, map.right(), 0, map.height, font, sheet.shapes);
  sheet.width = legend.right();
  sheet.height = std::max(map.height, legend.height);
  return picture::drawing_of(std::move(sheet));
}

}  // namespace csca
