// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "picture/sheet.hpp"
#include "picture/ticks.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace csca::picture {
namespace {

using Anchor = TextShape::Anchor;

constexpr const char* unit = "px";
constexpr const char* unknown_label = "unknown";
constexpr int fewest_ticks = 6;  // so that two at least are in the range
constexpr int most_ticks = 11;

Image bar_picture() {
  const auto& map = colour_map();
  Image picture(1, static_cast<int>(map.size()), 3, Sample::u8);
  for (int y = 0; y < picture.height(); ++y) {
    put(picture.row<std::uint8_t>(y), map[map.size() - 1 - static_cast<std::size_t>(y)]);
  }
  return picture;
}

}  // namespace

Frame add_colour_bar(ColourRange range, bool unknown, double x, double y, double height, Font font,
                     std::vector<Shape>& shapes) {
  const double cap = font.cap_height();
  const double margin = std::round(0.75 * font.size);
  const double tick_length = std::round(font.size / 3);
  const double line_width = std::max(1.0, std::round(font.size / 16));
  const double top = y + std::round(margin + 2 * cap);  // below the unit, with room for half a number
  const double below = std::round(margin + (unknown ? 2 * cap : 0));
  const double bottom = std::max(y + height - below, top + std::ceil(fewest_ticks * font.line_height()));
  const Frame bar{x + margin, top, std::round(1.2 * font.size), bottom - top};

  shapes.emplace_back(TextShape{{bar.x, y + margin}, Anchor::start, unit, ink, font});
  shapes.emplace_back(PictureShape{bar, bar_picture()});

  const int fitting = static_cast<int>(bar.height / (2 * font.line_height()));
  const std::vector<Tick> ticks = round_ticks(range.low, range.high, std::clamp(fitting, fewest_ticks, most_ticks));
  double label_width = 0;
  for (const Tick& tick : ticks) label_width = std::max(label_width, text_width(tick.label, font));
  // Aligned on the right, so that the digits of all numbers stand below each other.
  const double label_end = bar.right() + 2 * tick_length + label_width;
  const double span = static_cast<double>(range.high) - range.low;
  for (const Tick& tick : ticks) {
    const double t = span > 0 ? std::clamp((tick.value - range.low) / span, 0.0, 1.0) : 0.5;
    const double at = std::round(bar.y + (1 - t) * (bar.height - line_width));
    shapes.emplace_back(FilledShape{{bar.right(), at, tick_length, line_width}, ink});
    shapes.emplace_back(TextShape{{label_end, at + (line_width - cap) / 2}, Anchor::end, tick.label, ink, font});
  }

  double right = std::max(label_end, bar.x + text_width(unit, font));
  if (unknown) {
    const double box = std::round(cap);
    const TextShape label{{bar.x + 1.5 * box, bottom + cap}, Anchor::start, unknown_label, ink, font};
    shapes.emplace_back(FilledShape{{bar.x, std::round(bottom + cap), box, box}, unknown_grey});
    right = std::max(right, label.right());
    shapes.emplace_back(label);
  }
  return {x, y, std::ceil(right + margin - x), std::ceil(bottom + below - y)};
}

}  // namespace csca::picture
