// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// Blocks of memory that are done with, for those of the same size to come: fresh pages cost as much as the work on
// them, and frames of a stream ask for the same blocks again and again.
namespace csca {

/// While one of these lives, blocks that anybody in the process frees are kept. There are never more of a size than
/// were in use at one time. The last one to go gives them back to the system.
class KeepBlocks {
 public:
  KeepBlocks();
  ~KeepBlocks();
  KeepBlocks(const KeepBlocks&) = delete;
  KeepBlocks& operator=(const KeepBlocks&) = delete;
};

/// The bytes that a block for so many has: sizes differ by an eighth at least, so there are few.
std::size_t block_size(std::size_t bytes);

/// A kept block of this block size; null where there is none.
void* take_block(std::size_t size);

/// Keeps a block of this block size. False, and the caller frees it, where nobody wants blocks kept.
bool keep_block(void* block, std::size_t size);

}  // namespace csca
