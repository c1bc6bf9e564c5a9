// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume_io.hpp>

#include <filesystem>
#include <string>

namespace csca::io {

/// The JSON that stands beside a volume.
std::string encode_note(const VolumeShape& shape, const std::string& stage, int scale);

/// The first level from the note of the volume `file`, 0 when there is none. Throws Error for a note that is no JSON
/// or contradicts the shape.
int first_level(const std::filesystem::path& file, const VolumeShape& shape);

}  // namespace csca::io
