// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/csv.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "io/files.hpp"

namespace csca::dataset {
namespace {

/// Fields between commas; quotes around a field keep commas in it, two of them inside are one.
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[i++];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  for (std::string& field : fields) {
    field.erase(field.find_last_not_of(" \t\r") + 1);
    field.erase(0, field.find_first_not_of(" \t"));
  }
  return fields;
}

}  // namespace

std::string line_of_file(int number, const std::filesystem::path& file) {
  return fmt::format("line {} of {}", number, io::quoted(file));
}

std::vector<std::pair<int, std::string>> lines_of(const std::string& bytes) {
  constexpr std::string_view mark = "\xef\xbb\xbf";  // of byte order, which some spreadsheets put first
  std::vector<std::pair<int, std::string>> lines;
  int number = 0;
  for (std::size_t start = bytes.starts_with(mark) ? mark.size() : 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    ++number;
    if (bytes.find_first_not_of(" \t\r", start) < end) lines.emplace_back(number, bytes.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

CsvTable read_csv(const std::filesystem::path& file) {
  CsvTable table;
  for (const auto& [number, line] : lines_of(io::read_file(file))) {
    std::vector<std::string> fields = fields_of(line);
    if (table.header.empty()) {
      table.header = std::move(fields);
      continue;
    }
    if (fields.size() > table.header.size()) {
      throw Error(fmt::format("{} has {} fields but the first line names {} columns; put commas of names into quotes",
                              line_of_file(number, file), fields.size(), table.header.size()));
    }
    fields.resize(table.header.size());  // what is left out at the end is empty
    table.rows.push_back({number, std::move(fields)});
  }
  return table;
}

}  // namespace csca::dataset
