// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "core/named.hpp"
#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/csv.hpp"
#include "dataset/folders.hpp"
#include "dataset/scene_name.hpp"
#include "io/files.hpp"

// Pairs of one's own: a CSV list, or the folders left/ and right/ with files of the same names.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 8> columns = {"left", "right", "truth",  "mask",
                                                     "name", "first", "levels", "scale"};

/// One line of the list, its fields by column.
struct Row {
  std::string place;  ///< "line 3 of 'pairs.csv'"
  const std::vector<std::string>& header;
  const std::vector<std::string>& fields;

  std::string field(std::string_view column) const {
    const auto place_of = std::find(header.begin(), header.end(), column);
    return place_of == header.end() ? "" : fields[static_cast<std::size_t>(place_of - header.begin())];
  }

  double number(std::string_view column, double fallback) const {
    const std::string text = field(column);
    if (text.empty()) return fallback;
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !(std::abs(value) < 1e6)) {
      throw Error(fmt::format("{}: {} is '{}', which is no number that it can be", place, column, text));
    }
    return value;
  }
};

void check_header(const std::vector<std::string>& header, const fs::path& file) {
  for (const std::string& name : header) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) {
      throw unknown_name(fmt::format("a column of {}", io::quoted(file)), name, columns);
    }
  }
  for (const std::string_view needed : {"left", "right"}) {
    if (std::find(header.begin(), header.end(), needed) == header.end()) {
      throw Error(fmt::format("{} has no column {}; its first line must name the columns: left,right,truth,mask",
                              io::quoted(file), needed));
    }
  }
}

Scene scene_of_row(const Row& row, const fs::path& folder) {
  const std::string left = row.field("left");
  if (left.empty() || row.field("right").empty()) {
    throw Error(fmt::format("{}: left and right must both be named; fill in or remove the line", row.place));
  }
  const std::string given = row.field("name");
  const std::string name = given.empty() ? name_for_pair(left) : given;
  if (const std::string why = name_problem(name); !why.empty()) {
    throw Error(fmt::format("{}: {} in the column name", row.place, why));
  }
  Scene scene = scene_of("pairs", name);
  scene.left = folder / left;
  scene.right = folder / row.field("right");
  if (const std::string truth = row.field("truth"); !truth.empty()) scene.truth = folder / truth;
  if (const std::string mask = row.field("mask"); !mask.empty()) scene.masks.emplace_back("mask", folder / mask);
  if (const double scale = row.number("scale", 0); scale != 0) scene.truth_scale = scale;
  scene.first = static_cast<int>(row.number("first", 0));
  scene.levels = static_cast<int>(row.number("levels", 0));
  return scene;
}

void find_same_names(const fs::path& folder, Collector& found) {
  for (const fs::path& left : files_in(folder / "left")) {
    const std::string name = left.stem().string();
    Scene scene = scene_of("pairs", name);
    scene.left = left;
    scene.right = file_or_default(folder / "right", name, left.extension().string());
    scene.truth = file_called(folder / "truth", name).value_or(fs::path());
    if (const std::optional<fs::path> mask = file_called(folder / "mask", name))
      scene.masks.emplace_back("mask", *mask);
    found.add(std::move(scene));
  }
}

}  // namespace

void read_pair_list(const fs::path& file, Collector& found) {
  const CsvTable table = read_csv(file);
  check_header(table.header, file);
  std::map<std::string, int> line_of;  // by a pair's name
  for (const CsvTable::Row& line : table.rows) {
    const Row row{line_of_file(line.number, file), table.header, line.fields};
    Scene scene = scene_of_row(row, file.parent_path());
    const auto [namesake, is_new] = line_of.emplace(scene.name, line.number);
    if (!is_new) {
      throw Error(fmt::format("{}: line {} has a pair of the name '{}' too; give each its own in the column name",
                              row.place, namesake->second, scene.name));
    }
    found.add(std::move(scene));
  }
}

void find_pair_list(const fs::path& folder, Collector& found) {
  if (const fs::path list = folder / "pairs.csv"; is_file(list)) {
    found.attempt(scene_of("pairs", ""), [&] { read_pair_list(list, found); });
  }
  if (is_folder(folder / "left") && is_folder(folder / "right")) find_same_names(folder, found);
}

}  // namespace csca::dataset
