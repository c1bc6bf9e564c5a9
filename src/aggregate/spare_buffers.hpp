// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace csca {

/// Floats without a first value, from a cache line's start on.
class Buffer {
 public:
  explicit Buffer(std::size_t size)
      : size_(size), floats_(static_cast<float*>(::operator new(sizeof(float) * size, line))) {}

  std::size_t size() const { return size_; }
  float* data() const { return floats_.get(); }

 private:
  static constexpr std::align_val_t line{64};
  struct Delete {
    void operator()(float* floats) const { ::operator delete(floats, line); }
  };
  std::size_t size_;
  std::unique_ptr<float[], Delete> floats_;
};

/// Buffers of finished slabs for those that follow, on any thread and scale: fresh memory costs as much as the work on
/// it.
class SpareBuffers {
 public:
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
    return Buffer(size);
  }

  void put(Buffer buffer) {
    const std::scoped_lock lock(lock_);
    buffers_.push_back(std::move(buffer));
  }

 private:
  std::mutex lock_;
  std::vector<Buffer> buffers_;
};

}  // namespace csca
