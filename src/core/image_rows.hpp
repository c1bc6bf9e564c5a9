// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <cstddef>
#include <cstdint>

namespace csca {

/// Calls f with a typed null pointer of the sample type: one place where a Sample becomes a C++ type.
template <class F>
auto with_sample_type(Sample sample, F f) {
  switch (sample) {
    case Sample::u8:
      return f(static_cast<const std::uint8_t*>(nullptr));
    case Sample::u16:
      return f(static_cast<const std::uint16_t*>(nullptr));
    case Sample::f32:
      break;
  }
  return f(static_cast<const float*>(nullptr));
}

template <class T>
const T* row_of(const ImageView& image, int y) {
  return reinterpret_cast<const T*>(static_cast<const std::byte*>(image.data) + y * image.row_bytes);
}

/// Channels without alpha.
inline int colour_channels(const ImageView& image) { return image.channels >= 3 ? 3 : 1; }

}  // namespace csca
