// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace csca::dataset {

/// A table whose first line names the columns. Every row has as many fields.
struct CsvTable {
  struct Row {
    int number;  ///< of its line
    std::vector<std::string> fields;
  };
  std::vector<std::string> header;
  std::vector<Row> rows;
};

/// Throws Error, with the line, for a row with more fields than columns.
CsvTable read_csv(const std::filesystem::path& file);

/// The lines that hold anything but blanks, each with its number from 1 on.
std::vector<std::pair<int, std::string>> lines_of(const std::string& bytes);

/// "line 3 of 'pairs.csv'".
std::string line_of_file(int number, const std::filesystem::path& file);

}  // namespace csca::dataset
