// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace csca::app {

struct StudyTable {
  struct Column {
    std::string title;
    int decimals = 2;
  };
  std::string title;
  std::string note;
  std::vector<Column> columns;
  struct Row {
    std::string name;                           ///< the first column
    std::vector<std::optional<double>> values;  ///< the others; nothing where nothing was measured
  };
  std::vector<Row> rows;
};

std::string markdown(const StudyTable& table);
Json to_json(const StudyTable& table);

}  // namespace csca::app
