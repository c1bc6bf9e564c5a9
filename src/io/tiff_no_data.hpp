// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <optional>

#include "io/source.hpp"
#include "io/tiff_memory.hpp"

// GDAL's tag GDAL_NODATA: the sample value of pixels that hold no data.
namespace csca::io {

/// The tag's number; nothing without the tag. Throws Error when it holds no number.
std::optional<double> read_no_data(const Source& source, TIFF* tiff);

/// 1 for pixels without data, empty when all have data. Alpha does not count. In colour, 8- and 16-bit pixels are
/// without data when all three samples have the mark, since one of them may be 0 in a dark pixel; others when any has.
Mask pixels_without_data(const Image& image, double mark);

/// As floats of the same values, with NaN in the pixels that the mask marks.
Image with_nan(const Image& image, const Mask& no_data);

/// With 0 in the pixels that the mask marks. For 8- and 16-bit images.
Image with_zeros(Image image, const Mask& no_data);

}  // namespace csca::io
