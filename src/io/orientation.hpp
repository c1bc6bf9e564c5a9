// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <string_view>

namespace csca::io {

/// The picture as it is to be seen, of one that is stored turned or mirrored as `orientation` says: 1 to 8, as TIFF and
/// Exif number them. 1, and any other number, is upright.
Image upright(Image stored, int orientation);

/// The orientation that a segment of Exif data in a JPEG names; 1 where it names none.
int exif_orientation(std::string_view segment);

}  // namespace csca::io
