// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <bit>
#include <new>
#include <vector>

#include "io/png.hpp"
#include "io/png_jump.hpp"

namespace csca::io {
namespace {

bool append(std::string& out, png_bytep bytes, std::size_t count) {
  try {
    out.append(reinterpret_cast<const char*>(bytes), count);
    return true;
  } catch (const std::bad_alloc&) {  // must not travel through libpng
    return false;
  }
}

void write_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  if (!append(*static_cast<std::string*>(png_get_io_ptr(png)), bytes, count)) png_error(png, "out of memory");
}

/// Owns libpng's state for one image.
struct Writer {
  Writer() {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &error, png_on_error, png_on_warning);
    info = png != nullptr ? png_create_info_struct(png) : nullptr;
    if (info == nullptr) {
      png_destroy_write_struct(&png, nullptr);
      throw std::bad_alloc();
    }
    png_set_write_fn(png, &out, write_bytes, nullptr);
  }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { png_destroy_write_struct(&png, &info); }

  PngText error;
  std::string out;
  png_structp png;
  png_infop info;
};

}  // namespace

std::string encode_png(const ImageView& image, std::span<const PngNote> notes) {
  check(image, "PNG");
  if (image.sample == Sample::f32) throw Error("a PNG cannot hold float samples; write 8- or 16-bit ones");
  constexpr int kinds[] = {PNG_COLOR_TYPE_GRAY, PNG_COLOR_TYPE_GRAY_ALPHA, PNG_COLOR_TYPE_RGB, PNG_COLOR_TYPE_RGBA};
  const int kind = kinds[image.channels - 1];
  const bool deep = image.sample == Sample::u16;

  std::vector<png_const_bytep> rows(static_cast<std::size_t>(image.height));
  const auto* first = static_cast<png_const_bytep>(image.data);
  for (int y = 0; y < image.height; ++y) rows[static_cast<std::size_t>(y)] = first + y * image.row_bytes;

  std::vector<png_text> texts(notes.size());
  for (std::size_t i = 0; i < notes.size(); ++i) {
    texts[i].compression = PNG_TEXT_COMPRESSION_NONE;
    // libpng copies both before it returns.
    texts[i].key = const_cast<char*>(notes[i].key.c_str());
    texts[i].text = const_cast<char*>(notes[i].text.c_str());
    texts[i].text_length = notes[i].text.size();
  }

  Writer writer;
  const png_structp png = writer.png;
  const png_infop info = writer.info;
  const bool good = png_try(png, [&] {
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.width), static_cast<png_uint_32>(image.height),
                 deep ? 16 : 8, kind, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_text(png, info, texts.data(), static_cast<int>(texts.size()));
    png_write_info(png, info);
    if (deep && std::endian::native == std::endian::little) png_set_swap(png);
    if (image.bgr) png_set_bgr(png);
    for (const png_const_bytep* row = rows.data(); row != rows.data() + rows.size(); ++row) png_write_row(png, *row);
    png_write_end(png, info);
  });
  if (!good)
    throw Error(std::string("cannot make a PNG: libpng says \"") + writer.error.text + "\"; try a smaller image");
  return std::move(writer.out);
}

}  // namespace csca::io
