// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/folders.hpp"

#include <algorithm>
#include <array>

namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

// What `read_image` and `read_disparity` take, the usual first.
constexpr std::array<std::string_view, 9> endings = {".png",  ".ppm", ".pgm",  ".pfm", ".tif",
                                                     ".tiff", ".jpg", ".jpeg", ".npy"};

/// Folders that may not be read are taken for empty.
template <class Wanted>
std::vector<fs::path> entries(const fs::path& folder, const Wanted& wanted) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (wanted(entry->path())) found.push_back(entry->path());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

std::vector<fs::path> folders_in(const fs::path& folder) { return entries(folder, is_folder); }

std::vector<fs::path> files_in(const fs::path& folder) { return entries(folder, is_file); }

bool is_folder(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_directory(folder, ignored);
}

bool is_file(const fs::path& file) {
  std::error_code ignored;
  return fs::is_regular_file(file, ignored);
}

std::optional<fs::path> file_called(const fs::path& folder, std::string_view stem) {
  for (const std::string_view ending : endings) {
    const fs::path file = folder / std::string(stem).append(ending);
    if (is_file(file)) return file;
  }
  return {};
}

fs::path file_or_default(const fs::path& folder, std::string_view stem, std::string_view ending) {
  return file_called(folder, stem).value_or(folder / std::string(stem).append(ending));
}

std::string name_of(const fs::path& folder) {
  std::error_code ignored;
  const fs::path whole = fs::absolute(folder, ignored).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

bool is_test_part(const fs::path& folder) {
  const std::string name = name_of(folder);
  const std::string last = plain(std::string_view(name).substr(name.find_last_of("_- ") + 1));
  return last == "test" || last == "testing" || plain(name).starts_with("test");
}

std::string plain(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') result += static_cast<char>(c - 'A' + 'a');
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) result += c;
  }
  return result;
}

}  // namespace csca::dataset
