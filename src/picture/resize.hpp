// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

namespace csca::picture {

/// An 8-bit grey or RGB picture as RGB of another size. Each new pixel is the mean of the area that it covers: small
/// pictures of large ones do not alias, large pictures of small ones show crisp pixels.
Image resize(const Image& picture, int width, int height);

}  // namespace csca::picture
