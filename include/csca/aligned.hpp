// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <vector>

namespace csca {

/// Memory from a cache line's start on, so that no SIMD vector lies across two lines; without a first value where that
/// would only cost time.
template <class T>
struct AlignedAllocator {
  using value_type = T;
  static constexpr std::align_val_t line{64};

  AlignedAllocator() = default;
  template <class U>
  AlignedAllocator(const AlignedAllocator<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(::operator new(sizeof(T) * count, line)); }
  void deallocate(T* memory, std::size_t) { ::operator delete(memory, line); }

  template <class U, class... Values>
  void construct(U* at, Values&&... values) {
    if constexpr (sizeof...(Values) > 0 || !std::is_trivially_default_constructible_v<U>) {
      ::new (static_cast<void*>(at)) U(static_cast<Values&&>(values)...);
    }
  }

  template <class U>
  bool operator==(const AlignedAllocator<U>&) const {
    return true;
  }
};

/// A vector of numbers for kernels. Resizing leaves new elements as they are: fill what has to be 0.
template <class T>
using AlignedVector = std::vector<T, AlignedAllocator<T>>;

}  // namespace csca
