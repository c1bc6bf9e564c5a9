// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <algorithm>
#include <utility>

#include "io/tiff.hpp"
#include "io/tiff_memory.hpp"

namespace csca::io {

std::string encode_tiff(const Plane<float>& plane, const std::string& description) {
  TiffMemory memory;
  memory.writing = true;
  // Classic TIFF has 32-bit offsets; "l" and "8" make the bytes the same on every machine and every size possible.
  constexpr std::size_t classic_limit = 0xF000'0000;
  Tiff tiff = open_tiff(memory, plane.size() * sizeof(float) < classic_limit ? "wl" : "wl8");
  const auto set = [&](std::uint32_t tag, auto value) {
    return tiff != nullptr && TIFFSetField(tiff.get(), tag, value);
  };
  const std::uint32_t rows = std::clamp(65'536 / std::max(plane.width(), 1), 1, plane.height());
  bool good = set(TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(plane.width())) &&
              set(TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(plane.height())) && set(TIFFTAG_SAMPLESPERPIXEL, 1) &&
              set(TIFFTAG_BITSPERSAMPLE, 32) && set(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_IEEEFP) &&
              set(TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK) && set(TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) &&
              set(TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE) && set(TIFFTAG_ROWSPERSTRIP, rows);
  if (good && !description.empty() && !set_text(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, description.c_str())) {
    give_up(tiff);
    good = false;
  }
  Plane<float> line(plane.width(), 1);  // libtiff may swap bytes in what it is given
  for (int y = 0; good && y < plane.height(); ++y) {
    std::copy_n(plane.row(y), plane.width(), line.data());
    good = writing([&] { return TIFFWriteScanline(tiff.get(), line.data(), static_cast<std::uint32_t>(y)); }) == 1;
  }
  good = good && writing([&] { return TIFFFlush(tiff.get()); }) == 1;
  tiff.reset();
  if (!good) throw Error(std::string("cannot make a TIFF: libtiff says \"") + memory.text + "\"; try another format");
  return std::move(memory.out);
}

}  // namespace csca::io
