// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/orientation.hpp"

#include <cstdint>
#include <cstring>

#include "io/bytes.hpp"

namespace csca::io {
namespace {

/// How a pixel of the picture finds the stored one.
struct Turn {
  bool transposed;  ///< columns of the picture are stored as rows
  bool mirrored_x;  ///< stored columns are counted from the right
  bool mirrored_y;  ///< stored rows are counted from below
};

constexpr Turn turns[] = {
    {false, false, false}, {false, true, false}, {false, true, true}, {false, false, true},
    {true, false, false},  {true, false, true},  {true, true, true},  {true, true, false},
};

}  // namespace

Image upright(Image stored, int orientation) {
  if (orientation < 2 || orientation > 8) return stored;
  const Turn turn = turns[orientation - 1];
  const int width = turn.transposed ? stored.height() : stored.width();
  const int height = turn.transposed ? stored.width() : stored.height();
  Image picture(width, height, stored.channels(), stored.sample());
  const std::size_t pixel = bytes_per_sample(stored.sample()) * static_cast<std::size_t>(stored.channels());
  for (int y = 0; y < height; ++y) {
    auto* to = picture.row<std::byte>(y);
    for (int x = 0; x < width; ++x, to += pixel) {
      const int column = turn.transposed ? y : x;
      const int row = turn.transposed ? x : y;
      const int from_x = turn.mirrored_x ? stored.width() - 1 - column : column;
      const int from_y = turn.mirrored_y ? stored.height() - 1 - row : row;
      std::memcpy(to, stored.row<std::byte>(from_y) + static_cast<std::size_t>(from_x) * pixel, pixel);
    }
  }
  return picture;
}

int exif_orientation(std::string_view segment) {
  using namespace std::string_view_literals;
  constexpr std::string_view mark = "Exif\0\0"sv;
  constexpr std::uint16_t orientation_tag = 0x0112;
  constexpr std::size_t entry_bytes = 12;
  if (!segment.starts_with(mark)) return 1;
  const std::string_view exif = segment.substr(mark.size());  // a small TIFF
  if (exif.size() < 8 || !(exif.starts_with("II*\0"sv) || exif.starts_with("MM\0*"sv))) return 1;
  const std::endian order = exif[0] == 'I' ? std::endian::little : std::endian::big;
  const std::size_t directory = load<std::uint32_t>(exif.data() + 4, order);
  if (directory > exif.size() || exif.size() - directory < 2) return 1;
  const std::size_t entries = load<std::uint16_t>(exif.data() + directory, order);
  for (std::size_t i = 0; i < entries; ++i) {
    const std::size_t at = directory + 2 + i * entry_bytes;
    if (at + entry_bytes > exif.size()) return 1;
    if (load<std::uint16_t>(exif.data() + at, order) == orientation_tag) {
      return load<std::uint16_t>(exif.data() + at + 8, order);
    }
  }
  return 1;
}

}  // namespace csca::io
