// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

namespace csca::app {

/// Throws Error when one of the named files (empty: not asked for) could not be written, before any work is done;
/// also when two of them are the same file or both standard output, or one of them is an input.
void check_outputs(const std::vector<std::filesystem::path>& outputs, const std::vector<std::filesystem::path>& inputs);

/// Makes a folder if it is missing; throws Error where that cannot be.
void make_folder(const std::filesystem::path& folder);

}  // namespace csca::app
