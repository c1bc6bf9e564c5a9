// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/plot_layout.hpp"
#include "picture/axis_scale.hpp"
#include "picture/colour_map.hpp"

#include <csca/error.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace csca::picture {
namespace {

using Anchor = TextShape::Anchor;

constexpr Font title_font{10.5, true};
constexpr double cap_height = plot_font.cap_height();
constexpr double line_height = plot_font.line_height();
constexpr double margin = 8;
constexpr double text_gap = 4;  // between an axis and its numbers
constexpr double tick_length = 3;
constexpr double least_frame = 40;  // less shows nothing
constexpr double hairline = 0.5;
constexpr double series_width = 1.5;
constexpr Colour grid_grey{224, 224, 224};
constexpr Colour frame_grey{130, 130, 130};
constexpr Colour text_grey{90, 90, 90};

/// Thin lines stand on whole pixels of the usual two to a unit, or they blur.
double snapped(double length) { return std::round(2 * length) / 2; }

/// An axis on its way across the page, from the page coordinate `begin` to `end`.
struct PlacedAxis {
  AxisScale scale;
  double begin = 0;
  double end = 1;

  double at(double value) const { return begin + scale.share(value) * (end - begin); }
};

struct PlacedTick {
  double at = 0;
  std::string label;
};

/// As many round numbers as have room: `room` tells how much a label needs along the axis.
template <class Room>
std::vector<PlacedTick> place_ticks(const PlacedAxis& axis, const Room& room) {
  constexpr int most = 11;
  std::vector<PlacedTick> placed;
  for (int count = most; count >= 2; --count) {
    placed.clear();
    bool fits = true;
    for (const Tick& tick : axis.scale.ticks(count)) {
      const double at = axis.at(tick.value);
      const double slack = 1e-6 * std::abs(axis.end - axis.begin);
      if (!(at >= std::min(axis.begin, axis.end) - slack && at <= std::max(axis.begin, axis.end) + slack)) continue;
      const bool free = placed.empty() || axis.scale.has_names() ||
                        std::abs(at - placed.back().at) >= (room(tick) + room(placed.back())) / 2;
      fits = fits && free;
      if (free) placed.push_back({at, tick.label});
    }
    if (fits) break;
  }
  return placed;
}

constexpr auto width_room = [](const auto& tick) { return text_width(tick.label, plot_font) + 8; };
constexpr auto height_room = [](const auto&) { return 16.0; };

struct Seen {
  std::vector<double> x;
  std::vector<double> y;
};

/// An axis with the backdrop's ends, in its direction.
Axis along_backdrop(const Axis& axis, double begin, double end) {
  return {.title = axis.title, .reversed = begin > end, .low = std::min(begin, end), .high = std::max(begin, end)};
}

/// What the backdrop decides is settled, so that the rest need not know of it.
void settle_axes(Plot& plot) {
  if (!plot.backdrop) return;
  const Backdrop& behind = *plot.backdrop;
  check_picture(behind.picture, "The backdrop of a plot");
  plot.x = along_backdrop(plot.x, behind.top_left.x, behind.bottom_right.x);
  plot.y = along_backdrop(plot.y, behind.bottom_right.y, behind.top_left.y);
}

/// Everything that the axes have to cover.
Seen seen_in(const Plot& plot) {
  Seen seen;
  for (const Series& series : plot.series) {
    for (const PlotPoint& p : series.points) {
      if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
      seen.x.push_back(p.x);
      seen.y.push_back(p.y);
    }
  }
  for (const Rule& rule : plot.rules) {
    (rule.direction == Rule::Direction::vertical ? seen.x : seen.y).push_back(rule.at);
  }
  return seen;
}

double add_lines(const std::string& text, double x, double y, double width, Font font, Colour colour,
                 std::vector<Shape>& out) {
  double top = y;
  for (const std::string& line : wrap(text, font, width, 2)) {
    out.emplace_back(TextShape{{x, top}, Anchor::start, line, colour, font});
    top += font.line_height();
  }
  return top > y ? top - y + 2 : 0;
}

/// Narrows the frame until a step along x is as long as one along y.
void equalise(Frame& frame, const AxisScale& x, const AxisScale& y) {
  const double unit = std::min(frame.width / (x.high() - x.low()), frame.height / (y.high() - y.low()));
  frame.width = snapped(unit * (x.high() - x.low()));
  frame.height = snapped(unit * (y.high() - y.low()));
}

void place(PlacedAxis& axis, bool reversed, double begin, double end) {
  axis.begin = reversed ? end : begin;
  axis.end = reversed ? begin : end;
}

void add_ticks(const std::vector<PlacedTick>& across, const std::vector<PlacedTick>& up, const Frame& frame, bool grid,
               std::vector<Shape>& shapes) {
  for (const PlacedTick& tick : across) {
    const double x = snapped(tick.at - hairline / 2);
    if (grid) shapes.emplace_back(FilledShape{{x, frame.y, hairline, frame.height}, grid_grey});
    shapes.emplace_back(FilledShape{{x, frame.bottom(), hairline, tick_length}, frame_grey});
    shapes.emplace_back(TextShape{
        {tick.at, frame.bottom() + tick_length + text_gap}, Anchor::middle, tick.label, text_grey, plot_font});
  }
  for (const PlacedTick& tick : up) {
    const double y = snapped(tick.at - hairline / 2);
    if (grid) shapes.emplace_back(FilledShape{{frame.x, y, frame.width, hairline}, grid_grey});
    shapes.emplace_back(FilledShape{{frame.x - tick_length, y, tick_length, hairline}, frame_grey});
    shapes.emplace_back(TextShape{
        {frame.x - tick_length - text_gap, tick.at - cap_height / 2}, Anchor::end, tick.label, text_grey, plot_font});
  }
}

void add_frame(const Frame& frame, std::vector<Shape>& shapes) {
  for (const double y : {frame.y - hairline, frame.bottom()}) {
    shapes.emplace_back(FilledShape{{frame.x - hairline, y, frame.width + 2 * hairline, hairline}, frame_grey});
  }
  for (const double x : {frame.x - hairline, frame.right()}) {
    shapes.emplace_back(FilledShape{{x, frame.y, hairline, frame.height}, frame_grey});
  }
}

bool finite(Point point) { return std::isfinite(point.x) && std::isfinite(point.y); }

bool inside(Point point, const Frame& frame) {
  return point.x >= frame.x && point.x <= frame.right() && point.y >= frame.y && point.y <= frame.bottom();
}

/// A line through the points inside the frame. Points that are not finite break it; one without neighbours is a dot.
void add_line(const std::vector<Point>& points, const Frame& frame, Colour colour, bool dashed, double width,
              std::vector<Shape>& shapes) {
  // Cairo has no room for points much farther away.
  constexpr double far = 1e5;
  std::vector<Point> part;
  const auto end_part = [&] {
    if (part.size() > 1) shapes.emplace_back(LineShape{part, colour, width, dashed, frame});
    if (part.size() == 1 && inside(part.front(), frame)) {
      shapes.emplace_back(DotShape{part.front(), 2 * width, colour});
    }
    part.clear();
  };
  for (const Point& p : points) {
    if (finite(p)) {
      part.push_back({std::clamp(p.x, -far, far), std::clamp(p.y, -far, far)});
    } else {
      end_part();
    }
  }
  end_part();
}

void add_contents(const Plot& plot, const PlacedAxis& x, const PlacedAxis& y, const Frame& frame,
                  std::vector<Shape>& shapes) {
  for (const Rule& rule : plot.rules) {
    const bool vertical = rule.direction == Rule::Direction::vertical;
    const double at = vertical ? x.at(rule.at) : y.at(rule.at);
    const std::vector<Point> ends = vertical ? std::vector<Point>{{at, frame.y}, {at, frame.bottom()}}
                                             : std::vector<Point>{{frame.x, at}, {frame.right(), at}};
    if (rule.stroke != Stroke::none) {
      add_line(ends, frame, rule.colour, rule.stroke == Stroke::dashed, 1, shapes);
    }
  }
  std::vector<Shape> marks;  // above all lines
  for (const Series& series : plot.series) {
    std::vector<Point> places;
    for (const PlotPoint& p : series.points) places.push_back({x.at(p.x), y.at(p.y)});
    if (series.stroke != Stroke::none) {
      add_line(places, frame, series.colour, series.stroke == Stroke::dashed, series_width, shapes);
    }
    std::erase_if(places, [&](Point p) { return !inside(p, frame); });
    const double halo = plot.backdrop ? std::min(0.75, series.marker_size / 6) : 0;
    const double size = series.marker_size;
    if (halo > 0) {  // all halos first: none covers a neighbour
      for (const Point& p : places) add_marker(series.marker, p, size, white, halo, marks);
    }
    for (const Point& p : places) add_marker(series.marker, p, size, series.colour, 0, marks);
  }
  shapes.insert(shapes.end(), marks.begin(), marks.end());
}

/// What stands beside each name, right of the frame.
void add_notes(const Axis& axis, const PlacedAxis& up, const Frame& frame, std::vector<Shape>& shapes) {
  for (std::size_t i = 0; i < std::min(axis.notes.size(), axis.names.size()); ++i) {
    const double y = up.at(static_cast<double>(i)) - cap_height / 2;
    shapes.emplace_back(TextShape{{frame.right() + text_gap, y}, Anchor::start, axis.notes[i], ink, plot_font});
  }
}

}  // namespace

void add_marker(Marker marker, Point place, double size, Colour colour, double halo, std::vector<Shape>& shapes) {
  if (marker == Marker::dot) shapes.emplace_back(DotShape{place, size + 2 * halo, colour});
  if (marker != Marker::cross) return;
  const double r = size / 2;
  const double width = size / 4 + 2 * halo;
  shapes.emplace_back(LineShape{{{place.x - r, place.y - r}, {place.x + r, place.y + r}}, colour, width});
  shapes.emplace_back(LineShape{{{place.x - r, place.y + r}, {place.x + r, place.y - r}}, colour, width});
}

double lay_out(Plot plot, double x, double y, std::vector<Shape>& shapes) {
  settle_axes(plot);
  const double inner = std::max(plot.width - 2 * margin, least_frame);
  double top = y + margin;
  top += add_lines(plot.title, x + margin, top, inner, title_font, ink, shapes);
  top += add_plot_legend(plot, x + margin, top, inner, shapes);
  top += add_lines(plot.y.title, x + margin, top, inner, plot_font, text_grey, shapes);
  top += cap_height / 2 + 1;  // half of the topmost number

  const Seen seen = seen_in(plot);
  PlacedAxis across{AxisScale(plot.x, seen.x, 0.02)};
  PlacedAxis up{AxisScale(plot.y, seen.y, 0.05)};
  const double below =
      tick_length + text_gap + line_height + (plot.x.title.empty() ? 0 : line_height) + margin - text_gap;

  Frame frame{0, std::ceil(top), 0, 0};
  frame.height = std::max(std::floor(y + plot.height - below - frame.y), least_frame);
  place(up, plot.y.reversed, frame.bottom(), frame.y);
  double label_width = 0;
  for (const PlacedTick& tick : place_ticks(up, height_room)) {
    label_width = std::max(label_width, text_width(tick.label, plot_font));
  }
  // The last number along x may stick out by half its width.
  double sticks_out = 0;
  for (const Tick& tick : across.scale.ticks(6)) {
    sticks_out = std::max(sticks_out, text_width(tick.label, plot_font) / 2 + 2);
  }
  for (const std::string& note : plot.y.notes) {
    sticks_out = std::max(sticks_out, text_gap + text_width(note, plot_font) + margin);
  }
  frame.x = std::ceil(x + margin + label_width + text_gap + tick_length);
  frame.width = std::max(std::floor(x + plot.width - std::max(margin, sticks_out) - frame.x), least_frame);
  if (plot.same_unit) equalise(frame, across.scale, up.scale);
  place(across, plot.x.reversed, frame.x, frame.right());
  place(up, plot.y.reversed, frame.bottom(), frame.y);

  if (plot.backdrop) shapes.emplace_back(PictureShape{frame, std::move(plot.backdrop->picture)});
  add_ticks(place_ticks(across, width_room), place_ticks(up, height_room), frame, !plot.backdrop, shapes);
  add_frame(frame, shapes);
  add_notes(plot.y, up, frame, shapes);
  if (plot.colours) {
    add_colour_bar(plot.colours->range, plot.colours->unknown, frame.right(), frame.y, frame.height, plot_font, shapes);
  }
  add_contents(plot, across, up, frame, shapes);
  if (!plot.x.title.empty()) {
    const auto lines = wrap(plot.x.title, plot_font, inner, 1);
    const double title_top = frame.bottom() + tick_length + text_gap + line_height + 1;
    if (!lines.empty()) {
      shapes.emplace_back(
          TextShape{{frame.x + frame.width / 2, title_top}, Anchor::middle, lines.front(), text_grey, plot_font});
    }
  }
  return std::ceil(frame.bottom() + below - y);
}

}  // namespace csca::picture
