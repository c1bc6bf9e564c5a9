// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>

namespace csca::io {

/// The number stored at `from` in the given byte order, at any alignment.
template <class T>
T load(const char* from, std::endian order) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, from, sizeof(T));
  if (order != std::endian::native) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

template <class T>
void store(char* to, T value, std::endian order) {
  std::memcpy(to, &value, sizeof(T));
  if (order != std::endian::native) std::reverse(to, to + sizeof(T));
}

}  // namespace csca::io
