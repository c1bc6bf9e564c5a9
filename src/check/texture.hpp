// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

namespace csca {

/// How much of an 8-bit grey image's contrast lies in its finest details: falls when the image is blurred.
double sharpness(const Image& image, const Mask& known);

/// Share of the area that has no texture: neighbourhoods of 9 x 9 pixels with no more than 4 grey values between the
/// darkest and the brightest.
double blank_share(const Image& image, const Mask& known);

}  // namespace csca
