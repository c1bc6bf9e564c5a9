// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <png.h>
#include <tiffio.h>

#include "io/samples.hpp"

using namespace std::string_literals;

std::vector<NamedBytes> one_of_each() {
  const std::string floats(4 * 6, '\x3f');
  return {
      {"grey png", make_png({})},
      {"deep rgba png", make_png({.colour = PNG_COLOR_TYPE_RGBA, .bits = 16, .interlaced = true})},
      {"palette png", make_png({.colour = PNG_COLOR_TYPE_PALETTE, .bits = 4, .transparent = true})},
      {"grey jpeg", make_jpeg({.channels = 1})},
      {"progressive jpeg", make_jpeg({.progressive = true})},
      {"cmyk jpeg", make_jpeg({.channels = 4})},
      {"tiff", make_tiff({})},
      {"tiled tiff",
       make_tiff(
           {.channels = 3, .bits = 16, .colours = PHOTOMETRIC_RGB, .compression = COMPRESSION_LZW, .tiled = true})},
      {"float tiff", make_tiff({.bits = 32, .format = SAMPLEFORMAT_IEEEFP, .compression = COMPRESSION_ADOBE_DEFLATE})},
      {"planar tiff", make_tiff({.channels = 4,
                                 .colours = PHOTOMETRIC_RGB,
                                 .compression = COMPRESSION_PACKBITS,
                                 .separate = true,
                                 .mode = "wb8"})},
      {"deflated tiles",
       make_tiff({.channels = 3, .colours = PHOTOMETRIC_RGB, .compression = COMPRESSION_ADOBE_DEFLATE, .tiled = true})},
      {"bitmap tiff", make_tiff({.bits = 1, .compression = COMPRESSION_CCITTFAX4})},
      {"palette tiff", make_tiff({.colours = PHOTOMETRIC_PALETTE})},
      {"P1", "P1 3 2 010110"},
      {"P2", "P2 3 2 9\n1 2 3 4 5 6"},
      {"P3", "P3 1 2 999\n1 2 3 4 5 6"},
      {"P4", "P4 9 2\n\xff\x80\x01\x7f"s},
      {"P5", "P5 # comment\n3 2 255\n123456"},
      {"P6", "P6 1 2 65535\n121212343434"},
      {"Pf", "Pf\n3 2\n-1\n" + floats},
      {"PF", "PF\n1 2\n1.5\n" + floats},
  };
}
