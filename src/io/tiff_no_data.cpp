// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_no_data.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

namespace csca::io {
namespace {

constexpr std::uint32_t gdal_no_data = 42113;

/// The tag is a decimal of a double, often with few digits, and samples may be floats.
bool is_marked(double sample, double mark) {
  constexpr double tolerance = 1e-6;
  constexpr double huge = 1e38;  // "-3.4e+38" is meant to be the lowest float, which differs in the third digit
  if (std::abs(mark) >= huge) return std::abs(sample) >= huge && std::signbit(sample) == std::signbit(mark);
  return std::abs(sample - mark) <= tolerance * std::abs(mark);
}

/// The tag's text; empty without the tag. libtiff does not know the tag, and makes a field with a count for it; a
/// program that uses GDAL may have told it of one without.
std::string_view tag_text(TIFF* tiff) {
  const TIFFField* field = TIFFFindField(tiff, gdal_no_data, TIFF_ANY);
  if (field == nullptr || TIFFFieldDataType(field) != TIFF_ASCII) return {};
  std::uint32_t count = 0;
  const char* text = nullptr;
  if (TIFFFieldPassCount(field) == 0) {
    return TIFFGetField(tiff, gdal_no_data, &text) == 1 && text != nullptr ? text : std::string_view();
  }
  const bool found = TIFFGetField(tiff, gdal_no_data, &count, &text) == 1 && text != nullptr;
  return found ? std::string_view(text, count) : std::string_view();
}

int colour_count(const Image& image) { return image.channels() >= 3 ? 3 : 1; }

template <class T>
Mask marked(const Image& image, double mark, bool all) {
  Mask mask(image.width(), image.height());
  bool any = false;
  for (int y = 0; y < image.height(); ++y) {
    const T* pixel = image.row<T>(y);
    for (int x = 0; x < image.width(); ++x, pixel += image.channels()) {
      int count = 0;
      for (int c = 0; c < colour_count(image); ++c) count += is_marked(pixel[c], mark) ? 1 : 0;
      mask(x, y) = count >= (all ? colour_count(image) : 1) ? 1 : 0;
      any = any || mask(x, y) != 0;
    }
  }
  return any ? mask : Mask();
}

/// Copies the samples, and puts `unknown` into the colours of pixels that the mask marks.
template <class From, class To>
void copy(const Image& from, Image& to, const Mask& no_data, To unknown) {
  for (int y = 0; y < from.height(); ++y) {
    const From* in = from.row<From>(y);
    To* out = to.row<To>(y);
    for (int x = 0; x < from.width(); ++x) {
      for (int c = 0; c < from.channels(); ++c) {
        const bool left_out = no_data(x, y) != 0 && c < colour_count(from);
        *out++ = left_out ? unknown : static_cast<To>(*in);
        ++in;
      }
    }
  }
}

}  // namespace

std::optional<double> read_no_data(const Source& source, TIFF* tiff) {
  const std::string_view tag = tag_text(tiff);
  constexpr std::string_view blanks = " \t\r\n";
  std::string_view text = tag.substr(0, tag.find('\0'));
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  if (text.empty()) return {};

  const std::string_view number = text.substr(text.front() == '+' ? 1 : 0);
  double mark = 0;
  const auto read = std::from_chars(number.data(), number.data() + number.size(), mark);
  const bool out_of_range = read.ec == std::errc::result_out_of_range;  // no sample has such a value
  if ((read.ec != std::errc() && !out_of_range) || read.ptr != number.data() + number.size()) {
    fail_unsupported(source, "its no-data value (GDAL_NODATA) is '" + std::string(text) + "', which is no number",
                     "correct it with gdal_edit.py -a_nodata, or remove it with -unsetnodata");
  }
  return out_of_range ? std::nullopt : std::optional(mark);
}

Mask pixels_without_data(const Image& image, double mark) {
  switch (image.sample()) {
    case Sample::u8:
      return marked<std::uint8_t>(image, mark, true);
    case Sample::u16:
      return marked<std::uint16_t>(image, mark, true);
    default:
      return marked<float>(image, mark, false);
  }
}

Image with_nan(const Image& image, const Mask& no_data) {
  constexpr float unknown = std::numeric_limits<float>::quiet_NaN();
  Image result(image.width(), image.height(), image.channels(), Sample::f32);
  if (image.sample() == Sample::u8) copy<std::uint8_t>(image, result, no_data, unknown);
  if (image.sample() == Sample::u16) copy<std::uint16_t>(image, result, no_data, unknown);
  if (image.sample() == Sample::f32) copy<float>(image, result, no_data, unknown);
  return result;
}

Image with_zeros(Image image, const Mask& no_data) {
  if (image.sample() == Sample::u8) copy<std::uint8_t>(image, image, no_data, std::uint8_t{0});
  if (image.sample() == Sample::u16) copy<std::uint16_t>(image, image, no_data, std::uint16_t{0});
  return image;
}

}  // namespace csca::io
