// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "picture/plot_layout.hpp"

#include <algorithm>

namespace csca::picture {
namespace {

constexpr double sample_width = 16;
constexpr double sample_gap = 4;
constexpr double entry_gap = 14;
constexpr double row_height = plot_font.line_height() + 1;

struct Entry {
  std::string name;
  Colour colour;
  Stroke stroke = Stroke::none;
  Marker marker = Marker::none;
  double marker_size = 0;
};

std::vector<Entry> entries_of(const Plot& plot) {
  std::vector<Entry> entries;
  for (const Series& s : plot.series) {
    if (!s.name.empty()) entries.push_back({s.name, s.colour, s.stroke, s.marker, std::min(s.marker_size, 8.0)});
  }
  for (const Rule& rule : plot.rules) {
    if (!rule.name.empty()) entries.push_back({.name = rule.name, .colour = rule.colour, .stroke = rule.stroke});
  }
  return entries;
}

}  // namespace

double add_plot_legend(const Plot& plot, double x, double y, double width, std::vector<Shape>& shapes) {
  double left = x;
  double top = y;
  for (const Entry& entry : entries_of(plot)) {
    const auto lines = wrap(entry.name, plot_font, width - sample_width - sample_gap, 1);
    if (lines.empty()) continue;  // nothing but blanks
    const double needed = sample_width + sample_gap + text_width(lines.front(), plot_font);
    if (left > x && left + needed > x + width) {
      left = x;
      top += row_height;
    }
    const double middle = top + plot_font.cap_height() / 2;
    if (entry.stroke != Stroke::none) {
      shapes.emplace_back(LineShape{
          {{left, middle}, {left + sample_width, middle}}, entry.colour, 1.5, entry.stroke == Stroke::dashed});
    }
    add_marker(entry.marker, {left + sample_width / 2, middle}, entry.marker_size, entry.colour, 0, shapes);
    shapes.emplace_back(
        TextShape{{left + sample_width + sample_gap, top}, TextShape::Anchor::start, lines.front(), ink, plot_font});
    left += needed + entry_gap;
  }
  return left > x ? top + row_height - y : 0;
}

}  // namespace csca::picture
