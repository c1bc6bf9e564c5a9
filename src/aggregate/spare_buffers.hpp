// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include "core/offset.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>

namespace csca {

using Buffer = AlignedVector<float>;

/// Buffers of finished slabs for those that follow, on any thread and scale: fresh memory costs as much as the work on
/// it.
class SpareBuffers {
 public:
  /// Coarse scales come first: with room for the finest from the start, there is no second, larger buffer to make.
  void expect(std::size_t pixels) {
    const std::scoped_lock lock(lock_);
    pixels_ = std::max(pixels_, pixels);
  }
  /// The most that were expected.
  std::size_t pixels() {
    const std::scoped_lock lock(lock_);
    return pixels_;
  }

  /// For a slab that is held whole, with room for the largest that is expected.
  Buffer take_slab(std::size_t slab_pixels, int stride) {
    return take(offset(stride, std::max(slab_pixels, pixels())));
  }

  Buffer take(std::size_t size) {
    const std::scoped_lock lock(lock_);
    const auto fits = [&](const Buffer& buffer) { return buffer.size() >= size; };
    auto found = std::find_if(buffers_.begin(), buffers_.end(), fits);
    if (found != buffers_.end()) {
      Buffer buffer = std::move(*found);
      buffers_.erase(found);
      return buffer;
    }
    if (!buffers_.empty()) buffers_.pop_back();  // too small: there are never more buffers than slabs in flight
    Buffer buffer;
    buffer.resize(size);
    return buffer;
  }

  /// For destructors: a buffer that cannot be kept is freed.
  void put(Buffer buffer) noexcept {
    const std::scoped_lock lock(lock_);
    try {
      buffers_.push_back(std::move(buffer));
    } catch (const std::bad_alloc&) {
    }
  }

 private:
  std::mutex lock_;
  std::size_t pixels_ = 0;
  PooledVector<Buffer> buffers_;
};

inline std::shared_ptr<SpareBuffers> make_spare_buffers() {
  return std::allocate_shared<SpareBuffers>(PooledAllocator<SpareBuffers>());
}

}  // namespace csca
