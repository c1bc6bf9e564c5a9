// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "io/files.hpp"
#include "io/tiff_tags.hpp"

namespace csca::io {

/// A TIFF on disk that is open for reading.
struct TiffFile {
  Source source;
  Descriptor descriptor;
  TiffMemory memory = {};
  Tiff tiff = {};
  TiffTags tags = {};
  std::optional<double> no_data = {};
};

/// Null where the file is no TIFF, or no regular file. Throws Error for one that csca cannot read.
std::unique_ptr<TiffFile> open_tiff_file(const std::filesystem::path& file);

}  // namespace csca::io
