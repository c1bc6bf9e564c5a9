// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/picture.hpp>

namespace csca::peers {

/// An image as OpenCV's matchers take it: 8-bit pixels without alpha.
inline Image eight_bit(const Image& image) {
  return image.sample() == Sample::u8 && image.channels() % 2 == 1 ? image : to_display(image);
}

}  // namespace csca::peers
