// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/window.hpp>

#include "io/source.hpp"
#include "io/tiff_memory.hpp"
#include "io/tiff_tags.hpp"

namespace csca::io {

/// "'x.tif' is truncated" or "is damaged", and what libtiff said.
[[noreturn]] void fail_tiff(const Source& source, const TiffMemory& memory);

/// The strips or tiles of a TIFF whose numbers are samples or light: a strip is a block as wide as the image. What this
/// is made of has to outlive it.
class TiffBlocks {
 public:
  /// Throws Error where samples or blocks are of no kind that csca reads.
  TiffBlocks(const Source& source, TIFF* tiff, const TiffTags& tags);

  Sample sample() const;
  /// The samples of a window as they are in the file.
  Image read(const TiffMemory& memory, const Window& window) const;
  std::uint64_t block_bytes() const { return row_bytes_ * height_; }

 private:
  struct Type;
  static const Type types[];

  const Source& source_;
  TIFF* tiff_;
  const TiffTags& tags_;
  const Type* type_;
  bool tiled_;
  std::uint32_t width_;  // of a block
  std::uint32_t height_;
  std::uint64_t row_bytes_;
};

/// For files in which 0 is white. A second channel is alpha and stays.
void make_black_least(const TiffTags& tags, Image& image);

}  // namespace csca::io
