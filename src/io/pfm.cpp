// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/pfm.hpp"

#include <csca/error.hpp>

#include <charconv>
#include <cmath>

#include "core/offset.hpp"
#include "io/bytes.hpp"
#include "io/text_header.hpp"

namespace csca::io {
namespace {

/// The sign of the scale is the byte order. Its size is left alone: writers disagree on what it means.
std::endian byte_order(const Source& source, std::string_view text) {
  double scale = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), scale);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  if (!number || scale == 0 || std::isnan(scale)) {
    fail_damaged(source, "PFM needs a scale above or below 0 in its third line");
  }
  return scale < 0 ? std::endian::little : std::endian::big;
}

}  // namespace

Image decode_pfm(const Source& source) {
  TextHeader header(source, "PFM");
  const std::string_view magic = header.word();
  if (magic != "Pf" && magic != "PF") fail_damaged(source, "PFM does not start with Pf or PF");
  const int channels = magic == "PF" ? 3 : 1;
  const std::uint32_t width = header.number("width");
  const std::uint32_t height = header.number("height");
  check_size(source, width, height);
  std::string_view scale = header.word();
  if (scale.starts_with('+')) scale.remove_prefix(1);  // from_chars knows no plus
  const std::endian order = byte_order(source, scale);

  const std::size_t row_bytes = std::size_t{width} * static_cast<std::size_t>(channels) * sizeof(float);
  const std::size_t pixel_bytes = row_bytes * height;
  std::string_view body = header.body();
  // Lines that end in CR LF: only the size tells whether the LF belongs to the pixels.
  if (header.rest().starts_with("\r\n") && body.size() > pixel_bytes) body.remove_prefix(1);
  if (body.size() < pixel_bytes) fail_truncated(source, "PFM");

  Image image(static_cast<int>(width), static_cast<int>(height), channels, Sample::f32);
  for (int y = 0; y < image.height(); ++y) {  // the last row comes first
    const char* from = body.data() + offset(image.height() - 1 - y, row_bytes);
    float* to = image.row<float>(y);
    for (std::size_t i = 0; i < row_bytes / sizeof(float); ++i) to[i] = load<float>(from + i * sizeof(float), order);
  }
  return image;
}

std::string encode_pfm(const ImageView& image) {
  check(image, "image");
  if (image.sample != Sample::f32) throw Error("PFM holds floats only: write 8 and 16 bits as PNG");
  const int channels = image.channels < 3 ? 1 : 3;
  std::string out = channels == 1 ? "Pf\n" : "PF\n";
  out += std::to_string(image.width) + ' ' + std::to_string(image.height) + "\n-1\n";
  std::size_t at = out.size();
  out.resize(at + offset(image.height, static_cast<std::size_t>(image.width * channels) * sizeof(float)));
  for (int y = image.height - 1; y >= 0; --y) {
    const auto* row = reinterpret_cast<const float*>(static_cast<const std::byte*>(image.data) + y * image.row_bytes);
    for (int x = 0; x < image.width; ++x, row += image.channels) {
      for (int c = 0; c < channels; ++c, at += sizeof(float)) {
        store(out.data() + at, row[image.bgr ? channels - 1 - c : c], std::endian::little);
      }
    }
  }
  return out;
}

std::string encode_pfm(const Plane<float>& plane) {
  const auto row_bytes = static_cast<std::ptrdiff_t>(sizeof(float)) * plane.width();
  return encode_pfm(ImageView{plane.data(), plane.width(), plane.height(), 1, Sample::f32, row_bytes});
}

}  // namespace csca::io
