// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>

#include "match/asked_blocks.hpp"

namespace {

constinit std::atomic<int> asked = 0;

}  // namespace

int csca::asked_blocks() { return asked; }

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// The C library's own functions under their other names, behind functions that count.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t number, std::size_t bytes);
void* __libc_realloc(void* memory, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) {
  ++asked;
  return __libc_malloc(bytes);
}

void* calloc(std::size_t number, std::size_t bytes) {
  ++asked;
  return __libc_calloc(number, bytes);
}

void* realloc(void* memory, std::size_t bytes) {
  ++asked;
  return __libc_realloc(memory, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  ++asked;
  return __libc_memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  ++asked;
  *memory = __libc_memalign(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}
}
#endif
