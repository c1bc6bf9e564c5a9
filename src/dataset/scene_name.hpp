// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace csca::dataset {

/// Scenes give their names to files and folders. Says in a sentence why this name cannot do that; empty when it can.
std::string name_problem(std::string_view name);

/// The name of a pair that has none: that of its left image without the ending, folders joined by '_'.
std::string name_for_pair(const std::filesystem::path& left);

/// The name on one line: '?' stands for control characters.
std::string printable(std::string_view name);

}  // namespace csca::dataset
