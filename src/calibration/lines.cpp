// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "calibration/entries.hpp"

namespace csca::calibration {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

Entries lines_entries(const io::Source& source) {
  Entries entries{.file = source.name};
  for (std::string_view rest = source.bytes; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const std::size_t separator = line.find_first_of("=:");
    if (separator == std::string_view::npos) continue;
    const std::string_view value = trimmed(line.substr(separator + 1));
    entries.all.try_emplace(std::string(trimmed(line.substr(0, separator))),
                            Entry{std::string(value), parse_numbers(value)});
  }
  return entries;
}

}  // namespace csca::calibration
