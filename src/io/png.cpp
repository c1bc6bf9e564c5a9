// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/png.hpp"

#include <bit>
#include <cstring>
#include <new>
#include <vector>

#include "io/bytes.hpp"
#include "io/png_jump.hpp"

namespace csca::io {
namespace {

struct Input {
  std::string_view rest;
  bool ended = false;  ///< libpng asked for more than there is
};

void read_bytes(png_structp png, png_bytep to, std::size_t count) {
  auto& input = *static_cast<Input*>(png_get_io_ptr(png));
  if (count > input.rest.size()) {
    input.ended = true;
    png_error(png, "unexpected end");
  }
  std::memcpy(to, input.rest.data(), count);
  input.rest.remove_prefix(count);
}

/// Owns libpng's state for one image.
struct Reader {
  explicit Reader(std::string_view bytes) : input{bytes} {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &error, png_on_error, png_on_warning);
    info = png != nullptr ? png_create_info_struct(png) : nullptr;
    if (info == nullptr) {
      png_destroy_read_struct(&png, nullptr, nullptr);
      throw std::bad_alloc();
    }
    png_set_read_fn(png, &input, read_bytes);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // check_size has the better sentence
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }

  PngText error;
  Input input;
  png_structp png;
  png_infop info;
};

void step(const Source& source, const Reader& reader, bool good) {
  if (good) return;
  if (reader.input.ended || std::strstr(reader.error.text, "Not enough image data") != nullptr) {
    fail_truncated(source, "PNG");
  }
  fail_damaged(source, std::string("libpng says \"") + reader.error.text + '"');
}

/// libpng makes room for a chunk of the length that the file names, 2 GB at most, before it reads it.
void check_chunks(const Source& source) {
  constexpr std::size_t signature = 8, around = 12;  // around: length, name and checksum
  for (std::size_t at = signature; at < source.bytes.size();) {
    const std::size_t left = source.bytes.size() - at;
    if (left < around) fail_truncated(source, "PNG");
    const std::size_t length = load<std::uint32_t>(source.bytes.data() + at, std::endian::big);
    if (length > left - around) fail_truncated(source, "PNG");
    if (source.bytes.substr(at + 4, 4) == "IEND") return;  // what follows is not read
    at += around + length;
  }
  fail_truncated(source, "PNG");
}

}  // namespace

Image decode_png(const Source& source) {
  check_chunks(source);
  Reader reader(source.bytes);
  const png_structp png = reader.png;
  const png_infop info = reader.info;

  step(source, reader, png_try(png, [&] { png_read_info(png, info); }));
  const png_uint_32 width = png_get_image_width(png, info);
  const png_uint_32 height = png_get_image_height(png, info);
  check_size(source, width, height);
  constexpr std::uint64_t best_deflate = 1032;  // 258 bytes in two bits
  check_claim(source, "PNG", std::uint64_t{png_get_rowbytes(png, info)} * height, best_deflate);

  step(source, reader, png_try(png, [&] {
         png_set_expand(png);
         if (std::endian::native == std::endian::little) png_set_swap(png);
         png_set_interlace_handling(png);
         png_read_update_info(png, info);
       }));
  const bool deep = png_get_bit_depth(png, info) == 16;
  Image image(static_cast<int>(width), static_cast<int>(height), png_get_channels(png, info),
              deep ? Sample::u16 : Sample::u8);
  if (png_get_rowbytes(png, info) != image.row_bytes()) fail_damaged(source, "its rows have an unexpected length");

  std::vector<png_bytep> rows(height);
  for (int y = 0; y < image.height(); ++y) rows[static_cast<std::size_t>(y)] = image.row<png_byte>(y);
  step(source, reader, png_try(png, [&] {
         png_read_image(png, rows.data());
         png_read_end(png, nullptr);  // the checksum of the last rows, and the end mark
       }));
  return image;
}

}  // namespace csca::io
