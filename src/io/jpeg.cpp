// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/jpeg.hpp"

#include <csca/error.hpp>

#include <cstddef>
#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>

#include <csetjmp>
#include <cstdlib>
#include <utility>
#include <vector>

#include "io/orientation.hpp"

namespace csca::io {
namespace {

struct Errors {
  jpeg_error_mgr manager;  ///< first, so that libjpeg's pointer to it is a pointer to this
  std::jmp_buf jump;
  char text[JMSG_LENGTH_MAX];
  bool ended;
};

void on_error(j_common_ptr info) {
  auto& errors = *reinterpret_cast<Errors*>(info->err);
  info->err->format_message(info, errors.text);
  std::longjmp(errors.jump, 1);
}

/// libjpeg only warns when data is lost; half an image is of no use here. Bytes that are left over when the last block
/// is decoded tell that an earlier one was misread; some cameras pad with a few of them. Other warnings are harmless.
void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;
  constexpr int most_padding = 2;
  const int code = info->err->msg_code;
  auto& errors = *reinterpret_cast<Errors*>(info->err);
  errors.ended = code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER;
  const bool left_over = code == JWRN_EXTRANEOUS_DATA && info->err->msg_parm.i[0] > most_padding;
  if (errors.ended || left_over || code == JWRN_HUFF_BAD_CODE || code == JWRN_MUST_RESYNC) on_error(info);
}

/// A picture that comes in passes has a dozen of them. Thousands, which are empty, take minutes.
void on_pass(j_common_ptr info) {
  constexpr int most_scans = 100;
  if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number <= most_scans) return;
  std::snprintf(reinterpret_cast<Errors*>(info->err)->text, JMSG_LENGTH_MAX, "more than %d scans", most_scans);
  std::longjmp(reinterpret_cast<Errors*>(info->err)->jump, 1);
}

void on_output(j_common_ptr) {}  // libjpeg would print

/// Owns libjpeg's state for one image, which it reads (jpeg_decompress_struct) or writes (jpeg_compress_struct).
template <class Info>
struct Codec {
  Codec() {
    info.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = on_error;
    errors.manager.emit_message = on_message;
    errors.manager.output_message = on_output;
  }
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;
  ~Codec() { jpeg_destroy(reinterpret_cast<j_common_ptr>(&info)); }

  Errors errors{};
  Info info{};
};

using Reader = Codec<jpeg_decompress_struct>;

struct Writer : Codec<jpeg_compress_struct> {
  ~Writer() { std::free(bytes); }  // libjpeg allocates it

  unsigned char* bytes = nullptr;
  unsigned long size = 0;
};

/// Runs a step of libjpeg's. It leaves a failed step by longjmp, which runs no destructors: a step must not hold an
/// object that needs one.
template <class Info, class Step>
bool jpeg_try(Codec<Info>& codec, Step step) {
  if (setjmp(codec.errors.jump) != 0) return false;  // NOLINT(cert-err52-cpp): the only way that libjpeg offers
  step(codec.info);
  return true;
}

void step(const Source& source, const Reader& reader, bool good) {
  if (good) return;
  if (reader.errors.ended) fail_truncated(source, "JPEG");
  fail_damaged(source, std::string("libjpeg says \"") + reader.errors.text + '"');
}

/// Adobe's files hold inverted inks, so that the product of two of them is a light.
void cmyk_to_rgb(const JSAMPLE* from, bool inverted, int width, std::uint8_t* to) {
  for (int x = 0; x < width; ++x, from += 4, to += 3) {
    const int key = inverted ? from[3] : 255 - from[3];
    for (int c = 0; c < 3; ++c) to[c] = static_cast<std::uint8_t>((inverted ? from[c] : 255 - from[c]) * key / 255);
  }
}

}  // namespace

Image decode_jpeg(const Source& source) {
  Reader reader;
  step(source, reader, jpeg_try(reader, [&](jpeg_decompress_struct& info) {
         jpeg_create_decompress(&info);
         jpeg_mem_src(&info, reinterpret_cast<const unsigned char*>(source.bytes.data()), source.bytes.size());
         jpeg_save_markers(&info, JPEG_APP0 + 1, 0xFFFF);
         jpeg_read_header(&info, TRUE);
       }));
  jpeg_decompress_struct& info = reader.info;
  check_size(source, info.image_width, info.image_height);
  if (info.arith_code != FALSE) {
    // Where its bytes end, libjpeg goes on with zeros and without a word: any size may be claimed, any end cut off.
    fail_unsupported(source, "it is a JPEG with arithmetic coding", "save it with Huffman coding, as is usual");
  }
  // A block of 64 pixels takes at least one bit.
  const std::uint64_t pixels = std::uint64_t{info.image_width} * info.image_height;
  check_claim(source, "JPEG", pixels, 64 * 8);

  int orientation = 1;
  for (const jpeg_marker_struct* marker = info.marker_list; marker != nullptr; marker = marker->next) {
    const std::string_view data(reinterpret_cast<const char*>(marker->data), marker->data_length);
    if (const int named = exif_orientation(data); named != 1) orientation = named;
  }
  const bool cmyk = info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK;
  const bool grey = info.jpeg_color_space == JCS_GRAYSCALE;
  info.out_color_space = cmyk ? JCS_CMYK : grey ? JCS_GRAYSCALE : JCS_RGB;
  Image image(static_cast<int>(info.image_width), static_cast<int>(info.image_height), grey ? 1 : 3, Sample::u8);
  std::vector<JSAMPLE> inks(cmyk ? std::size_t{info.image_width} * 4 : 0);

  jpeg_progress_mgr passes{};
  passes.progress_monitor = on_pass;
  info.progress = &passes;
  step(source, reader, jpeg_try(reader, [&](jpeg_decompress_struct& running) {
         jpeg_start_decompress(&running);
         while (running.output_scanline < running.output_height) {
           auto* row = image.row<std::uint8_t>(static_cast<int>(running.output_scanline));
           JSAMPROW to = cmyk ? inks.data() : row;
           jpeg_read_scanlines(&running, &to, 1);
           if (cmyk) cmyk_to_rgb(to, running.saw_Adobe_marker != FALSE, image.width(), row);
         }
         jpeg_finish_decompress(&running);
       }));
  return upright(std::move(image), orientation);
}

std::string encode_jpeg(const ImageView& image) {
  check(image, "JPEG");
  if (image.sample != Sample::u8 || (image.channels != 1 && image.channels != 3) || image.bgr) {
    throw Error("a JPEG holds 8-bit grey or RGB samples");
  }
  constexpr int quality = 95;
  Writer writer;
  const bool good = jpeg_try(writer, [&](jpeg_compress_struct& info) {
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &writer.bytes, &writer.size);
    info.image_width = static_cast<JDIMENSION>(image.width);
    info.image_height = static_cast<JDIMENSION>(image.height);
    info.input_components = image.channels;
    info.in_color_space = image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, quality, TRUE);
    // Colours at full resolution: text and edges of a figure would have fringes.
    info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
    jpeg_start_compress(&info, TRUE);
    for (int y = 0; y < image.height; ++y) {
      // libjpeg reads it only.
      auto* row = const_cast<JSAMPLE*>(static_cast<const JSAMPLE*>(image.data) + y * image.row_bytes);
      jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
  });
  if (!good) {
    throw Error(std::string("cannot make a JPEG: libjpeg says \"") + writer.errors.text + "\"; try a smaller image");
  }
  return {reinterpret_cast<const char*>(writer.bytes), writer.size};
}

}  // namespace csca::io
