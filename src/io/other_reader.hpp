// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace csca::io {

/// What reads images instead of csca's own readers, in a program that wants that.
struct OtherReader {
  std::unique_ptr<WindowReader> (*open)(const std::filesystem::path& file) = nullptr;
  /// A TIFF whose georeference is that of the file; empty where it has none.
  std::string (*georeference)(const std::filesystem::path& file) = nullptr;
};

/// For the whole process, before it reads anything.
void use_other_reader(const OtherReader& reader);

/// Whose functions are null where there is none.
const OtherReader& other_reader();

}  // namespace csca::io
