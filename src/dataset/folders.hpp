// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace csca::dataset {

/// Sorted by name; empty where there is no such folder.
std::vector<std::filesystem::path> folders_in(const std::filesystem::path& folder);
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

bool is_folder(const std::filesystem::path& folder);
bool is_file(const std::filesystem::path& file);

/// The file of that name without its ending, whatever the ending: an image or a map. Nothing where there is none.
std::optional<std::filesystem::path> file_called(const std::filesystem::path& folder, std::string_view stem);

/// The same, or the name that it should have had, for the sentence that it is missing.
std::filesystem::path file_or_default(const std::filesystem::path& folder, std::string_view stem,
                                      std::string_view ending = ".png");

/// A folder's own name, also for "x/" and "."; a link's own, not that of what it points to.
std::string name_of(const std::filesystem::path& folder);

/// Folders of a benchmark's test part have no truth: "testing", "testQ", "two_view_test".
bool is_test_part(const std::filesystem::path& folder);

/// In lower case, letters and digits only: "ThirdSize", "third_size" and "third size" are one name.
std::string plain(std::string_view name);

}  // namespace csca::dataset
