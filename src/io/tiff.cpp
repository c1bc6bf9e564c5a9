// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff.hpp"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "io/orientation.hpp"
#include "io/tiff_blocks.hpp"
#include "io/tiff_checksum.hpp"
#include "io/tiff_no_data.hpp"
#include "io/tiff_tags.hpp"

namespace csca::io {
namespace {

/// Bitmaps, palettes, YCbCr and CMYK, which libtiff turns into 8-bit RGBA.
Image read_rgba(const Source& source, const TiffMemory& memory, TIFF* tiff, const TiffTags& tags) {
  char why[1024] = "";
  if (TIFFRGBAImageOK(tiff, why) == 0) {
    fail_unsupported(source, std::string("libtiff says \"") + why + '"',
                     "convert it to 8-bit, 16-bit or float samples");
  }
  check_blocks(source, tiff, tags);
  std::vector<std::uint32_t> raster(std::size_t{tags.width} * tags.height);
  if (TIFFReadRGBAImageOriented(tiff, tags.width, tags.height, raster.data(), tags.orientation, 1) == 0) {
    fail_tiff(source, memory);
  }
  const bool grey = tags.grey();
  Image image(static_cast<int>(tags.width), static_cast<int>(tags.height), grey ? 1 : 3, Sample::u8);
  const std::uint32_t* from = raster.data();
  for (int y = 0; y < image.height(); ++y) {
    auto* to = image.row<std::uint8_t>(y);
    for (int x = 0; x < image.width(); ++x, ++from) {
      *to++ = static_cast<std::uint8_t>(TIFFGetR(*from));
      if (grey) continue;
      *to++ = static_cast<std::uint8_t>(TIFFGetG(*from));
      *to++ = static_cast<std::uint8_t>(TIFFGetB(*from));
    }
  }
  return image;
}

/// Linear RGB with the primaries of ITU-R BT.709 and its white, D65, as OpenCV makes XYZ of them.
void xyz_to_rgb(Image& image) {
  for (int y = 0; y < image.height(); ++y) {
    float* pixel = image.row<float>(y);
    for (int x = 0; x < image.width(); ++x, pixel += 3) {
      const auto [X, Y, Z] = std::array{pixel[0], pixel[1], pixel[2]};
      pixel[0] = 3.240479F * X - 1.537150F * Y - 0.498535F * Z;
      pixel[1] = -0.969256F * X + 1.875991F * Y + 0.041556F * Z;
      pixel[2] = 0.055648F * X - 0.204043F * Y + 1.057311F * Z;
    }
  }
}

/// Samples as they are in the file, but for files in which 0 is white, and a mask of those without data.
struct Decoded {
  Image image;
  Mask no_data;  ///< 1 for pixels without data; empty when all have data
};

/// A file that was opened in memory. libtiff holds the address of `memory`.
struct Opened {
  explicit Opened(const Source& source) {
    memory.bytes = source.bytes;
    tiff = open_tiff(memory, "rm");
    if (tiff == nullptr) fail_tiff(source, memory);
    tags = read_tags(source, tiff.get());
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  TiffMemory memory = {};
  Tiff tiff = {};
  TiffTags tags = {};
};

Decoded decode(const Source& source) {
  Opened opened(source);  // not const: libtiff writes into it
  const auto& [memory, tiff, tags] = opened;
  const std::optional<double> mark = read_no_data(source, tiff.get());

  Decoded result;
  if (tags.way == TiffWay::converted) {
    result.image = read_rgba(source, memory, tiff.get(), tags);
  } else {
    const TiffBlocks blocks(source, tiff.get(), tags);
    result.image = blocks.read(memory, {0, 0, static_cast<int>(tags.width), static_cast<int>(tags.height)});
  }
  if (memory.ended) fail_truncated(source, "TIFF");  // libtiff only warns when a tag is cut off
  result.image = upright(std::move(result.image), tags.orientation);
  if (tags.colours == PHOTOMETRIC_LOGLUV) xyz_to_rgb(result.image);
  if (tags.way != TiffWay::samples) return result;
  if (mark) result.no_data = pixels_without_data(result.image, *mark);
  make_black_least(tags, result.image);
  return result;
}

}  // namespace

Image decode_tiff(const Source& source) {
  Decoded decoded = decode(source);
  return decoded.no_data.empty() ? std::move(decoded.image) : with_nan(decoded.image, decoded.no_data);
}

Image decode_tiff_counts(const Source& source) {
  Decoded decoded = decode(source);
  if (decoded.no_data.empty()) return std::move(decoded.image);
  if (decoded.image.sample() == Sample::f32) return with_nan(decoded.image, decoded.no_data);
  return with_zeros(std::move(decoded.image), decoded.no_data);
}

Counts tiff_counts(const Source& source) {
  Opened opened(source);
  const TiffTags& tags = opened.tags;
  if (tags.way != TiffWay::samples) return {};
  const bool with_sign = tags.format == SAMPLEFORMAT_INT;
  return {.bits = with_sign || tags.format == SAMPLEFORMAT_UINT ? tags.bits : 0, .with_sign = with_sign};
}

}  // namespace csca::io
