// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/source.hpp"
#include "io/tiff_memory.hpp"
#include "io/tiff_tags.hpp"

namespace csca::io {

/// Throws Error where the checksum at the end of a strip or tile with deflate compression does not fit. libtiff does
/// not read that far: it stops at the last pixel. `bytes` is the block's size when it is decoded.
void check_block(const Source& source, TIFF* tiff, const TiffTags& tags, std::uint32_t block, std::uint64_t bytes);

/// The same for all blocks.
void check_blocks(const Source& source, TIFF* tiff, const TiffTags& tags);

}  // namespace csca::io
