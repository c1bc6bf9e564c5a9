// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/calibration.hpp"

#include <charconv>
#include <string>

#include "dataset/folders.hpp"
#include "io/files.hpp"

namespace csca::dataset {
namespace {

std::string_view without_spaces_ahead(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r"), text.size()));
}

}  // namespace

std::optional<int> calibration_value(const std::filesystem::path& file, std::string_view key) {
  if (!is_file(file)) return {};
  const std::string bytes = io::read_file(file);
  std::string_view rest = bytes;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = without_spaces_ahead(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.starts_with(key)) continue;
    line = without_spaces_ahead(line.substr(key.size()));
    if (!line.starts_with('=')) continue;
    line = without_spaces_ahead(line.substr(1));
    int value = 0;
    if (std::from_chars(line.data(), line.data() + line.size(), value).ec == std::errc()) return value;
  }
  return {};
}

}  // namespace csca::dataset
