// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/colour_map.hpp"
#include "picture/sheet.hpp"

#include <csca/error.hpp>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numbers>
#include <string_view>
#include <utility>

namespace csca {
namespace picture {
namespace {

constexpr int longest_side = 30'000;  // Cairo's images end at 32767, its scaling a little before
constexpr double dash_length = 4;
constexpr double dash_gap = 3;

using Surface = std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)>;
using Pen = std::unique_ptr<cairo_t, decltype(&cairo_destroy)>;

Surface owned(cairo_surface_t* surface) { return {surface, cairo_surface_destroy}; }
Pen pen_on(const Surface& surface) { return {cairo_create(surface.get()), cairo_destroy}; }

void check_status(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw Error(fmt::format("The picture cannot be drawn: Cairo says \"{}\".", cairo_status_to_string(status)));
}

Surface blank(int width, int height) {
  Surface surface = owned(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  check_status(cairo_surface_status(surface.get()));
  return surface;
}

/// A row of Cairo's pixels, 0xRRGGBB each.
std::uint32_t* row_of(const Surface& surface, int y) {
  unsigned char* data = cairo_image_surface_get_data(surface.get());
  return reinterpret_cast<std::uint32_t*>(data + std::ptrdiff_t{y} * cairo_image_surface_get_stride(surface.get()));
}

/// The picture with each pixel repeated `repeats` times along both sides, or with every `stride`-th pixel only.
Surface repeated(const Image& picture, int repeats, int stride) {
  const auto length = [&](int pixels) { return (pixels + stride - 1) / stride * repeats; };
  Surface surface = blank(length(picture.width()), length(picture.height()));
  cairo_surface_flush(surface.get());
  const int width = length(picture.width());
  for (int y = 0; y < length(picture.height()); ++y) {
    const auto* from = picture.row<std::uint8_t>(y / repeats * stride);
    std::uint32_t* to = row_of(surface, y);
    for (int x = 0; x < width; ++x) {
      const std::uint8_t* pixel = from + std::ptrdiff_t{x / repeats} * stride * picture.channels();
      const int green = picture.channels() == 1 ? 0 : 1;
      to[x] = std::uint32_t{pixel[0]} << 16U | std::uint32_t{pixel[green]} << 8U | pixel[2 * green];
    }
  }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

/// The picture in another size. Large pictures of small ones show crisp pixels, small ones of large ones do not alias:
/// pixels are repeated to more than the size, then their areas averaged.
Surface resized(const Image& picture, int width, int height) {
  const int most = std::max(picture.width(), picture.height());
  const int stride = (most + longest_side - 1) / longest_side;
  const auto factor = [&](int to, int from) { return (to + from - 1) / from; };
  const int wanted = std::max(factor(width, picture.width()), factor(height, picture.height()));
  Surface source = repeated(picture, std::clamp(wanted, 1, std::max(1, longest_side / most)), stride);
  const int source_width = cairo_image_surface_get_width(source.get());
  const int source_height = cairo_image_surface_get_height(source.get());
  if (source_width == width && source_height == height) return source;
  Surface result = blank(width, height);
  const Pen pen = pen_on(result);
  cairo_scale(pen.get(), static_cast<double>(width) / source_width, static_cast<double>(height) / source_height);
  cairo_set_source_surface(pen.get(), source.get(), 0, 0);
  cairo_pattern_set_extend(cairo_get_source(pen.get()), CAIRO_EXTEND_PAD);
  cairo_paint(pen.get());
  check_status(cairo_status(pen.get()));
  return result;
}

/// Draws shapes, enlarged from units of the sheet.
struct Painter {
  cairo_t* pen;
  double resolution;  // pixels that a picture gets to a unit
  double scale;       // units of the surface to a unit of the sheet

  void colour(Colour c) const { cairo_set_source_rgb(pen, c.red / 255.0, c.green / 255.0, c.blue / 255.0); }

  void rectangle(const Frame& frame) const { cairo_rectangle(pen, frame.x, frame.y, frame.width, frame.height); }

  void operator()(const FilledShape& shape) const {
    colour(shape.colour);
    rectangle(shape.frame);
    cairo_fill(pen);
  }

  /// On whole pixels.
  void operator()(const PictureShape& shape) const {
    const auto pixels = [&](double length) { return static_cast<int>(std::lround(resolution * length)); };
    const int x = pixels(shape.frame.x);
    const int y = pixels(shape.frame.y);
    const Surface picture = resized(shape.picture, std::clamp(pixels(shape.frame.right()) - x, 1, longest_side),
                                    std::clamp(pixels(shape.frame.bottom()) - y, 1, longest_side));
    cairo_save(pen);
    cairo_scale(pen, 1 / resolution, 1 / resolution);
    cairo_set_source_surface(pen, picture.get(), x, y);
    cairo_paint(pen);
    cairo_restore(pen);
  }

  void operator()(const LineShape& shape) const {
    cairo_save(pen);
    if (shape.clip) {
      rectangle(*shape.clip);
      cairo_clip(pen);
    }
    constexpr double dashes[] = {dash_length, dash_gap};
    cairo_set_dash(pen, dashes, shape.dashed ? 2 : 0, 0);
    cairo_set_line_cap(pen, shape.dashed ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(pen, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(pen, shape.width);
    colour(shape.colour);
    for (const Point& p : shape.points) cairo_line_to(pen, p.x, p.y);
    cairo_stroke(pen);
    cairo_restore(pen);
  }

  void operator()(const DotShape& shape) const {
    colour(shape.colour);
    cairo_arc(pen, shape.middle.x, shape.middle.y, shape.diameter / 2, 0, 2 * std::numbers::pi);
    cairo_fill(pen);
  }

  void operator()(const TextShape& shape) const {
    cairo_scaled_font_t* font = scaled_font(shape.font, scale);
    cairo_set_scaled_font(pen, font);
    cairo_scaled_font_destroy(font);
    colour(shape.colour);
    cairo_move_to(pen, shape.left(), shape.place.y + shape.font.cap_height());
    cairo_show_text(pen, clean_text(shape.text).c_str());
    cairo_new_path(pen);
  }
};

void draw(const Sheet& sheet, const Surface& surface, double resolution, double scale) {
  check_status(cairo_surface_status(surface.get()));
  const Pen pen = pen_on(surface);
  cairo_scale(pen.get(), scale, scale);
  const Painter painter{pen.get(), resolution, scale};
  painter.colour(white);
  cairo_paint(pen.get());
  for (const Shape& shape : sheet.shapes) std::visit(painter, shape);
  check_status(cairo_status(pen.get()));
}

cairo_status_t append(void* text, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(text)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

/// `create` is Cairo's function for a kind of document.
template <class Create, class Prepare>
std::string document(const Sheet& sheet, const Create& create, const Prepare& prepare) {
  std::string bytes;
  const Surface surface = owned(create(append, &bytes, sheet.width, sheet.height));
  prepare(surface.get());
  draw(sheet, surface, sheet.resolution, 1);
  cairo_surface_finish(surface.get());
  check_status(cairo_surface_status(surface.get()));
  return bytes;
}

/// Cairo counts images through all drawings of a process; numbered anew, the same drawing has the same names each time.
std::string with_names_of_its_own(std::string_view svg) {
  std::string result;
  std::map<std::string_view, std::size_t> numbers;
  for (;;) {
    std::size_t at = std::string_view::npos;
    for (const std::string_view name : {"\"image", "#image", "\"surface", "#surface"}) {
      if (const auto found = svg.find(name); found != std::string_view::npos) at = std::min(at, found + name.size());
    }
    if (at == std::string_view::npos) return result.append(svg);
    const std::size_t end = std::min(svg.find_first_not_of("0123456789", at), svg.size());
    const auto [number, added] = numbers.try_emplace(svg.substr(at, end - at), numbers.size());
    result.append(svg.substr(0, at)).append(std::to_string(number->second));
    svg.remove_prefix(end);
  }
}

/// Title and text of the sheet as XML.
std::string description(const Sheet& sheet) {
  std::string text;
  for (const Shape& shape : sheet.shapes) {
    if (const auto* written = std::get_if<TextShape>(&shape)) text += xml_escaped(written->text) + '\n';
  }
  return fmt::format("<title>{}</title>\n<desc>{}</desc>\n", xml_escaped(sheet.title), text);
}

}  // namespace

double TextShape::left() const {
  if (anchor == Anchor::start) return place.x;
  return place.x - text_width(text, font) / (anchor == Anchor::middle ? 2 : 1);
}

void check_picture(const Image& picture, const std::string& name) {
  if (picture.width() <= 0 || picture.height() <= 0) throw Error(name + " has no pixels; leave it out.");
  if (picture.sample() != Sample::u8 || (picture.channels() != 1 && picture.channels() != 3)) {
    throw Error(name + " is not an 8-bit grey or RGB picture; convert it with to_display.");
  }
}

Drawing drawing_of(Sheet sheet) {
  constexpr double most_pixels = std::int64_t{1} << 30;
  if (!(sheet.width * sheet.height * sheet.resolution * sheet.resolution <= most_pixels)) {
    throw Error(fmt::format("The picture would have {:.0f} x {:.0f} pixels, more than 2^30; make it of smaller images.",
                            sheet.width * sheet.resolution, sheet.height * sheet.resolution));
  }
  return {std::make_shared<const Sheet>(std::move(sheet))};
}

std::string to_pdf(const Sheet& sheet) {
  return document(sheet, cairo_pdf_surface_create_for_stream, [&](cairo_surface_t* surface) {
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, clean_text(sheet.title).c_str());
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");  // or the bytes would change
  });
}

}  // namespace picture

Drawing drawing_of(Image picture) {
  picture::check_picture(picture, "The picture");
  const picture::Frame frame{0, 0, static_cast<double>(picture.width()), static_cast<double>(picture.height())};
  return picture::drawing_of(
      {.width = frame.width, .height = frame.height, .shapes = {picture::PictureShape{frame, std::move(picture)}}});
}

Image to_image(const Drawing& drawing, double scale) {
  const picture::Sheet& sheet = *drawing.sheet;
  if (!(scale > 0 && scale <= picture::longest_side)) {
    throw Error(fmt::format("A picture cannot be drawn at {} times its size; give a number above 0.", scale));
  }
  const double resolution =
      std::min(scale * sheet.resolution, picture::longest_side / std::max(sheet.width, sheet.height));
  const auto pixels = [&](double length) { return std::max(1, static_cast<int>(std::lround(resolution * length))); };
  const picture::Surface surface = picture::blank(pixels(sheet.width), pixels(sheet.height));
  picture::draw(sheet, surface, resolution, resolution);
  cairo_surface_flush(surface.get());
  Image image(pixels(sheet.width), pixels(sheet.height), 3, Sample::u8);
  for (int y = 0; y < image.height(); ++y) {
    const std::uint32_t* from = picture::row_of(surface, y);
    auto* to = image.row<std::uint8_t>(y);
    for (int x = 0; x < image.width(); ++x, to += 3) {
      picture::put(to, {static_cast<std::uint8_t>(from[x] >> 16U), static_cast<std::uint8_t>(from[x] >> 8U),
                        static_cast<std::uint8_t>(from[x])});
    }
  }
  return image;
}

std::string to_svg(const Drawing& drawing) {
  const picture::Sheet& sheet = *drawing.sheet;
  std::string svg = picture::with_names_of_its_own(
      picture::document(sheet, cairo_svg_surface_create_for_stream, [](cairo_surface_t* surface) {
        cairo_svg_surface_restrict_to_version(surface, CAIRO_SVG_VERSION_1_1);
        cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
      }));
  const std::size_t opened = svg.find(">\n", svg.find("<svg")) + 2;
  return svg.insert(opened, picture::description(sheet));
}

}  // namespace csca
