// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/tiles.hpp>

#include "core/image_rows.hpp"

#include <cstring>

namespace csca {

Image ImageWindows::read(const Window& window) {
  Image result(window.width, window.height, image_.channels, image_.sample);
  const std::size_t pixel = bytes_per_sample(image_.sample) * static_cast<std::size_t>(image_.channels);
  for (int y = 0; y < window.height; ++y) {
    std::memcpy(result.row<std::byte>(y),
                row_of<std::byte>(image_, window.y + y) + pixel * static_cast<std::size_t>(window.x),
                result.row_bytes());
  }
  return result;
}

Mask takes_part(const ImageView& image) {
  Mask mask(image.width, image.height);
  with_sample_type(image.sample, [&]<class T>(const T*) {
    for (int y = 0; y < image.height; ++y) {
      const T* pixel = row_of<T>(image, y);
      for (int x = 0; x < image.width; ++x, pixel += image.channels) {
        mask(x, y) = *pixel != T{} && *pixel == *pixel ? 1 : 0;
      }
    }
  });
  return mask;
}

}  // namespace csca
