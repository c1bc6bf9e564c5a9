// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>

#include "core/block_pool.hpp"

#include <cstdlib>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace csca {

void* detail::allocate_lines(std::size_t bytes) {
  constexpr std::size_t line = 64;
  constexpr std::size_t huge_page = std::size_t{1} << 21;
  const std::size_t size = block_size(bytes);
  if (void* const kept = take_block(size)) return kept;
  const bool large = bytes >= 2 * huge_page;
  const std::size_t alignment = large ? huge_page : line;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size) != 0) throw std::bad_alloc();
#ifdef __linux__
  // Whole huge pages only, so that no more memory is used than asked for; a refusal does no harm.
  if (large) madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE);
#endif
  return memory;
}

void detail::free_lines(void* memory, std::size_t bytes) {
  if (!keep_block(memory, block_size(bytes))) std::free(memory);
}

}  // namespace csca
