// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace csca::io {

/// The name in quotes, as errors show it.
std::string quoted(const std::filesystem::path& file);

/// All bytes of a regular file or a pipe.
std::string read_file(const std::filesystem::path& file);

/// The ending in lower case with its dot: ".pfm".
std::string ending_of(const std::filesystem::path& file);

}  // namespace csca::io
