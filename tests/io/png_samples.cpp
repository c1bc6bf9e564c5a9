// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>

#include <vector>

#include "io/samples.hpp"

namespace {

void append(png_structp png, png_bytep bytes, std::size_t count) {
  static_cast<std::string*>(png_get_io_ptr(png))->append(reinterpret_cast<const char*>(bytes), count);
}

}  // namespace

std::string make_png(const PngKind& kind) {
  std::string out;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &out, append, nullptr);
  png_set_IHDR(png, info, static_cast<png_uint_32>(kind.width), static_cast<png_uint_32>(kind.height), kind.bits,
               kind.colour, kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  if (kind.colour == PNG_COLOR_TYPE_PALETTE) {  // entry i is (i, 2i, 255 - i)
    std::vector<png_color> palette(std::size_t{1} << kind.bits);
    for (std::size_t i = 0; i < palette.size(); ++i) {
      palette[i] = {static_cast<png_byte>(i), static_cast<png_byte>(2 * i), static_cast<png_byte>(255 - i)};
    }
    png_set_PLTE(png, info, palette.data(), static_cast<int>(palette.size()));
    const png_byte alpha[] = {255, 0};
    if (kind.transparent) png_set_tRNS(png, info, alpha, 2, nullptr);
  } else if (kind.transparent) {
    const png_color_16 colour{0, 1, 1, 1, 1};
    png_set_tRNS(png, info, nullptr, 0, &colour);
  }
  png_write_info(png, info);
  if (kind.bits == 16) png_set_swap(png);
  if (kind.bits < 8) png_set_packing(png);

  const int samples = kind.width * png_get_channels(png, info);
  const std::size_t bytes = kind.bits == 16 ? 2 : 1;
  const int passes = png_set_interlace_handling(png);
  std::vector<png_byte> row(static_cast<std::size_t>(samples) * bytes);
  for (int pass = 0; pass < passes; ++pass) {
    for (int y = 0; y < kind.height; ++y) {
      for (int i = 0; i < samples; ++i) {
        const std::uint32_t value = sample_at(i, y, kind.bits);
        row[static_cast<std::size_t>(i) * bytes] = static_cast<png_byte>(value);
        if (bytes == 2) row[static_cast<std::size_t>(i) * 2 + 1] = static_cast<png_byte>(value >> 8);
      }
      png_write_row(png, row.data());
    }
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return out;
}
