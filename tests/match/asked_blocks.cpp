// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "match/asked_blocks.hpp"

namespace {

constinit std::atomic<int> asked = 0;
constinit std::atomic<int> held = 0;
constinit std::atomic<int> until_refused = 0;

}  // namespace

int csca::asked_blocks() { return asked; }
int csca::held_blocks() { return held; }
void csca::refuse_block(int number) { until_refused = number; }
bool csca::block_was_refused() { return until_refused < 0; }

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// The C library's own functions under their other names, behind functions that count.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t number, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);
void __libc_free(void* memory);

/// Whether this block is the one that is refused. After it the count stays below zero.
static bool is_refused() {
  ++asked;
  int left = until_refused;
  while (left > 0 && !until_refused.compare_exchange_weak(left, left == 1 ? -1 : left - 1)) {
  }
  if (left == 1) errno = ENOMEM;
  return left == 1;
}

static void* counted(void* memory) {
  if (memory != nullptr) ++held;
  return memory;
}

void* malloc(std::size_t bytes) { return is_refused() ? nullptr : counted(__libc_malloc(bytes)); }

void* calloc(std::size_t number, std::size_t bytes) {
  return is_refused() ? nullptr : counted(__libc_calloc(number, bytes));
}

void* realloc(void* memory, std::size_t bytes) {
  if (is_refused()) return nullptr;
  void* const moved = __libc_realloc(memory, bytes);
  if (memory == nullptr) return counted(moved);
  if (moved == nullptr && bytes == 0) --held;
  return moved;
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return is_refused() ? nullptr : counted(__libc_memalign(alignment, bytes));
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  *memory = is_refused() ? nullptr : counted(__libc_memalign(alignment, bytes));
  return *memory == nullptr ? ENOMEM : 0;
}

void free(void* memory) {
  if (memory != nullptr) --held;
  __libc_free(memory);
}
}
#endif
