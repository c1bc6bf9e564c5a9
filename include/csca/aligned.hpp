// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

namespace detail {
/// `bytes` from a cache line's start on, in huge pages where it is large and the system has them: cells that kernels
/// visit out of order would else wait for the addresses of their pages. While there is a Stream, blocks that earlier
/// frames left serve again. Throws std::bad_alloc.
void* allocate_lines(std::size_t bytes);
/// `bytes` are those that were asked for.
void free_lines(void* memory, std::size_t bytes);
}  // namespace detail

/// Memory from a cache line's start on, so that no SIMD vector lies across two lines. While there is a Stream, that of
/// one frame serves the next.
template <class T>
struct PooledAllocator {
  using value_type = T;

  PooledAllocator() = default;
  template <class U>
  PooledAllocator(const PooledAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(detail::allocate_lines(sizeof(T) * count)); }
  void deallocate(T* memory, std::size_t count) { detail::free_lines(memory, sizeof(T) * count); }

  template <class U>
  bool operator==(const PooledAllocator<U>&) const {
    return true;
  }
};

/// A vector like any other, in such memory.
template <class T>
using PooledVector = std::vector<T, PooledAllocator<T>>;

/// A base for classes whose objects each frame makes anew: `new` gives them such memory.
struct Pooled {
  static void* operator new(std::size_t bytes) { return detail::allocate_lines(bytes); }
  static void operator delete(void* memory, std::size_t bytes) { detail::free_lines(memory, bytes); }
};

/// The same without a first value where that would only cost time.
template <class T>
struct AlignedAllocator : PooledAllocator<T> {
  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  template <class U, class... Values>
  void construct(U* at, Values&&... values) {
    if constexpr (sizeof...(Values) > 0 || !std::is_trivially_default_constructible_v<U>) {
      ::new (static_cast<void*>(at)) U(static_cast<Values&&>(values)...);
    }
  }
};

/// A vector of numbers for kernels. Resizing leaves new elements as they are: fill what has to be 0.
template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace csca
#pragma GCC visibility pop
