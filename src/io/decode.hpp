// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include "io/source.hpp"

#include <filesystem>
#include <optional>

// `read_image` and `read_disparity` for what is in memory already.
namespace csca::io {

Image decode_image(const Source& source);
/// `read_image`, but for images of a size that `accept` refuses.
Image read_image(const std::filesystem::path& file, SizeCheck accept);
Plane<float> decode_disparity(const Source& source, std::optional<double> scale);

}  // namespace csca::io
