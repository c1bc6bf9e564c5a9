// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/images.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <algorithm>
#include <cmath>
#include <new>
#include <string>
#include <utility>

#include "io/decode.hpp"
#include "io/files.hpp"
#include "io/jpeg.hpp"
#include "io/other_reader.hpp"
#include "io/pfm.hpp"
#include "io/png.hpp"
#include "io/pnm.hpp"
#include "io/tiff.hpp"

namespace csca {
namespace {

using namespace std::string_view_literals;

constexpr io::Format formats[] = {
    {"\x89PNG\r\n\x1a\n"sv, "PNG", io::decode_png, io::decode_png},
    {"\xff\xd8\xff"sv, "JPEG", io::decode_jpeg, io::decode_jpeg},
    {"II*\0"sv, "TIFF", io::decode_tiff, io::decode_tiff_counts},
    {"MM\0*"sv, "TIFF", io::decode_tiff, io::decode_tiff_counts},
    {"II+\0"sv, "TIFF", io::decode_tiff, io::decode_tiff_counts},  // BigTIFF
    {"MM\0+"sv, "TIFF", io::decode_tiff, io::decode_tiff_counts},
    {"P1"sv, "PNM", io::decode_pnm, io::decode_pnm_counts},
    {"P2"sv, "PNM", io::decode_pnm, io::decode_pnm_counts},
    {"P3"sv, "PNM", io::decode_pnm, io::decode_pnm_counts},
    {"P4"sv, "PNM", io::decode_pnm, io::decode_pnm_counts},
    {"P5"sv, "PNM", io::decode_pnm, io::decode_pnm_counts},
    {"P6"sv, "PNM", io::decode_pnm, io::decode_pnm_counts},
    {"Pf"sv, "PFM", io::decode_pfm, io::decode_pfm},
    {"PF"sv, "PFM", io::decode_pfm, io::decode_pfm},
};

/// The first channel of each pixel through `to_byte`.
template <class T, class Convert>
Mask first_channel(const Image& image, Convert to_byte) {
  Mask mask(image.width(), image.height());
  for (int y = 0; y < mask.height(); ++y) {
    const T* from = image.row<T>(y);
    for (int x = 0; x < mask.width(); ++x) mask(x, y) = static_cast<std::uint8_t>(to_byte(from[x * image.channels()]));
  }
  return mask;
}

void write_encoded(const std::filesystem::path& file, const ImageView& image, std::string (*encode)(const ImageView&)) {
  std::string bytes;
  try {
    bytes = encode(image);
  } catch (const Error& error) {
    throw Error("cannot write " + io::quoted(file) + ": " + error.what());
  }
  write_file(file, bytes);
}

}  // namespace

const io::Format& io::format_of(const Source& source) {
  for (const Format& format : formats) {
    if (source.bytes.starts_with(format.magic)) return format;
  }
  throw Error(source.name + " is not an image that csca reads (PNG, JPEG, TIFF, PNM, PFM); convert it first");
}

Image io::decode_image(const Source& source) { return format_of(source).decode(source); }

Image io::read_image(const std::filesystem::path& file, SizeCheck accept) try {
  if (other_reader().open != nullptr) {
    const auto windows = other_reader().open(file);
    check_size({.bytes = {}, .name = quoted(file), .accept = std::move(accept)}, windows->width(), windows->height());
    return windows->read({0, 0, windows->width(), windows->height()});
  }
  const std::string bytes = read_file(file);
  return decode_image({.bytes = bytes, .name = quoted(file), .accept = std::move(accept)});
} catch (const std::bad_alloc&) {
  fail_too_large(file);
}

Image read_image(const std::filesystem::path& file) { return io::read_image(file, {}); }

Mask read_mask(const std::filesystem::path& file) {
  const Image image = read_image(file);
  switch (image.sample()) {
    case Sample::u8:
      return first_channel<std::uint8_t>(image, [](std::uint8_t value) { return value; });
    case Sample::u16:
      return first_channel<std::uint16_t>(image, [](std::uint16_t value) { return (value + 128) / 257; });
    default:  // NaN is 0
      return first_channel<float>(image,
                                  [](float value) { return value > 0 ? std::lround(std::min(value, 255.0F)) : 0; });
  }
}

std::string png_bytes(const ImageView& image) { return io::encode_png(image); }

void write_png(const std::filesystem::path& file, const ImageView& image) { write_encoded(file, image, png_bytes); }

void write_pfm(const std::filesystem::path& file, const ImageView& image) {
  write_encoded(file, image, io::encode_pfm);
}

void write_jpeg(const std::filesystem::path& file, const ImageView& image) {
  write_encoded(file, image, io::encode_jpeg);
}

}  // namespace csca
