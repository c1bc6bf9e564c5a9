// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/legend.hpp"

#include "picture/font.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace csca::picture {
namespace {

constexpr const char* unit = "px";
constexpr const char* unknown_label = "unknown";

// In dots of the font.
constexpr int margin = 6;
constexpr int bar_width = 9;
constexpr int tick_length = 3;
constexpr int label_offset = bar_width + tick_length + 4;
constexpr int bar_top = margin + cap_height + 7;  // below the unit, with room for half a label
constexpr int unknown_block = cap_height + 7;     // the box, and the space above it
constexpr int box_size = cap_height;
constexpr int box_gap = 4;

constexpr int fewest_ticks = 6;  // so that two at least are in the range
constexpr int most_ticks = 11;
constexpr int least_tick_space = 10;  // a label and some air
constexpr int good_tick_space = 18;

int dot_for(int map_height) { return std::max(2, static_cast<int>(std::lround(map_height / 250.0))); }

}  // namespace

Legend::Legend(ColourRange range, bool unknown, int map_height)
    : range_(range), unknown_(unknown), dot_(dot_for(map_height)) {
  const int below = margin + (unknown ? unknown_block : 0);
  height_ = std::max(map_height, dot_ * (bar_top + fewest_ticks * least_tick_space + below));
  bar_ = {dot_ * margin, dot_ * bar_top, dot_ * bar_width, height_ - dot_ * (bar_top + below)};
  ticks_ =
      round_ticks(range.low, range.high, std::clamp(bar_.height / (dot_ * good_tick_space), fewest_ticks, most_ticks));
  for (const Tick& tick : ticks_) label_width_ = std::max(label_width_, text_width(tick.label));
  width_ = std::max(label_offset + label_width_, text_width(unit));
  if (unknown) width_ = std::max(width_, box_size + box_gap + text_width(unknown_label));
  width_ += 2 * margin;
}

void Legend::draw(Canvas& canvas, int x) const {
  canvas.text(x + dot_ * margin, dot_ * margin, unit, dot_, ink);
  draw_bar(canvas, x + bar_.x);
  draw_ticks(canvas, x + bar_.x);
  if (unknown_) draw_unknown(canvas, x + bar_.x);
}

void Legend::draw_bar(Canvas& canvas, int x) const {
  const auto& map = colour_map();
  const int last = bar_.height - 1;
  for (int y = 0; y <= last; ++y) {
    const auto level = std::lround(255.0 * (last - y) / last);
    canvas.fill({x, bar_.y + y, bar_.width, 1}, map[static_cast<std::size_t>(level)]);
  }
}

void Legend::draw_ticks(Canvas& canvas, int x) const {
  const int thickness = std::max(1, dot_ / 2);
  const double range = static_cast<double>(range_.high) - range_.low;
  for (const Tick& tick : ticks_) {
    const double t = range > 0 ? std::clamp((tick.value - range_.low) / range, 0.0, 1.0) : 0.5;
    const int y = bar_.y + static_cast<int>(std::lround((1 - t) * (bar_.height - thickness)));
    canvas.fill({x + bar_.width, y, dot_ * tick_length, thickness}, ink);
    // Aligned on the right, so that the digits of all labels stand below each other.
    const int indent = label_offset + label_width_ - text_width(tick.label);
    canvas.text(x + dot_ * indent, y + (thickness - dot_ * cap_height) / 2, tick.label, dot_, ink);
  }
}

void Legend::draw_unknown(Canvas& canvas, int x) const {
  const int y = height_ - dot_ * (margin + box_size);
  canvas.fill({x, y, dot_ * box_size, dot_ * box_size}, unknown_grey);
  canvas.text(x + dot_ * (box_size + box_gap), y, unknown_label, dot_, ink);
}

}  // namespace csca::picture
