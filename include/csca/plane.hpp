// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include <cstddef>
#include <cstdint>

#pragma GCC visibility push(default)
namespace csca {

/// For planes whose every value is written before it is read: where values are numbers, they begin as rubbish.
struct Unset {};

/// One value a pixel, rows packed without gaps. Owning, copied by value.
template <class T>
class Plane {
 public:
  Plane() = default;
  Plane(int width, int height, T value = T{})
      : width_(width),
        height_(height),
        values_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), value) {}
  Plane(int width, int height, Unset)
      : width_(width), height_(height), values_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

  int width() const { return width_; }
  int height() const { return height_; }
  bool empty() const { return values_.empty(); }
  std::size_t size() const { return values_.size(); }

  T* row(int y) { return values_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_); }
  const T* row(int y) const { return values_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_); }
  T& operator()(int x, int y) { return row(y)[x]; }
  const T& operator()(int x, int y) const { return row(y)[x]; }

  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  auto begin() { return values_.begin(); }
  auto end() { return values_.end(); }
  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

  bool operator==(const Plane&) const = default;

 private:
  int width_ = 0;
  int height_ = 0;
  AlignedVector<T> values_;
};

using Mask = Plane<std::uint8_t>;

}  // namespace csca
#pragma GCC visibility pop
