// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"

#include <csca/options.hpp>

#include <filesystem>
#include <optional>
#include <string>

// What lets a run that was stopped go on where it was: stored results that know what they were made of.
namespace csca::app {

/// 64 bits that tell a file's content from others, in hexadecimal; "unreadable" for a file that cannot be read.
std::string content_hash(const std::filesystem::path& file);

/// The options that a map depends on, by name; the range stands beside them.
Json options_of_result(const Options& options);

/// Nothing where there is no such file, where it cannot be read, or where it is no JSON.
std::optional<Json> read_json(const std::filesystem::path& file);

/// Removes what a killed run may have left half written. For whoever has the folder to himself.
void remove_temporary_files(const std::filesystem::path& folder);

}  // namespace csca::app
