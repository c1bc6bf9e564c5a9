// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/table.hpp"

#include <fmt/format.h>

#include <cmath>

namespace csca::app {

std::string markdown(const StudyTable& table) {
  std::string text = fmt::format("### {}\n\n", table.title);
  std::string rule = "|";
  text += "|";
  for (const StudyTable::Column& column : table.columns) {
    text += fmt::format(" {} |", column.title);
    rule += "---|";
  }
  text += "\n" + rule + "\n";
  for (const StudyTable::Row& row : table.rows) {
    text += fmt::format("| {} |", row.name);
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      text += row.values[i] ? fmt::format(" {:.{}f} |", *row.values[i], table.columns[i + 1].decimals) : " - |";
    }
    text += "\n";
  }
  if (!table.note.empty()) text += "\n" + table.note + "\n";
  return text;
}

Json to_json(const StudyTable& table) {
  Json json = {{"title", table.title}, {"note", table.note}};
  for (const StudyTable::Column& column : table.columns) json["columns"].push_back(column.title);
  json["rows"] = Json::array();
  for (const StudyTable::Row& row : table.rows) {
    Json cells = Json::array({row.name});
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      const double digits = std::pow(10.0, table.columns[i + 1].decimals);
      cells.push_back(row.values[i] ? Json(std::round(*row.values[i] * digits) / digits) : Json());
    }
    json["rows"].push_back(cells);
  }
  return json;
}

}  // namespace csca::app
