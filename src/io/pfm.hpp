// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <string>

#include "io/source.hpp"

namespace csca::io {

/// Portable float map: Pf (grey) or PF (RGB).
Image decode_pfm(const Source& source);

/// Little-endian, from float samples; alpha is left out.
std::string encode_pfm(const ImageView& image);
/// The same for a plane, as it is.
std::string encode_pfm(const Plane<float>& plane);

}  // namespace csca::io
