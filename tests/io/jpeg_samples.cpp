// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdio>
#include <cstdlib>

#include <jpeglib.h>

#include "io/samples.hpp"

std::string make_jpeg(const JpegKind& kind) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;  // NOLINT(google-runtime-int): libjpeg's
  jpeg_mem_dest(&info, &bytes, &size);
  info.image_width = static_cast<JDIMENSION>(kind.width);
  info.image_height = static_cast<JDIMENSION>(kind.height);
  info.input_components = kind.channels;
  info.in_color_space = kind.channels == 1 ? JCS_GRAYSCALE : kind.channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 100, TRUE);
  info.arith_code = kind.arithmetic ? TRUE : FALSE;
  if (kind.progressive) jpeg_simple_progression(&info);
  jpeg_start_compress(&info, TRUE);
  std::vector<JSAMPLE> row(static_cast<std::size_t>(kind.width * kind.channels));
  for (int y = 0; y < kind.height; ++y) {  // a smooth ramp, which the compression changes little
    for (int i = 0; i < kind.width * kind.channels; ++i) {
      row[static_cast<std::size_t>(i)] =
          kind.noise ? static_cast<JSAMPLE>(sample_at(i, y, 8))
                     : static_cast<JSAMPLE>(4 * (i / kind.channels) + 2 * y + 20 * (i % kind.channels));
    }
    JSAMPROW from = row.data();
    jpeg_write_scanlines(&info, &from, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  std::string out(reinterpret_cast<const char*>(bytes), size);
  std::free(bytes);
  return out;
}
