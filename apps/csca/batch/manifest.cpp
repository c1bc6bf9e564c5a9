// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/manifest.hpp"

#include "core/named.hpp"
#include "dataset/csv.hpp"
#include "dataset/folders.hpp"
#include "dataset/scene_name.hpp"
#include "io/files.hpp"
#include "match_flags.hpp"
#include "streams.hpp"

#include <csca/dataset.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

namespace csca::app {

namespace fs = std::filesystem;

namespace {

using FileOfPair = fs::path BatchPair::*;
constexpr std::array<std::pair<std::string_view, FileOfPair>, 4> files = {{{"left", &BatchPair::left},
                                                                           {"right", &BatchPair::right},
                                                                           {"left_mask", &BatchPair::left_mask},
                                                                           {"right_mask", &BatchPair::right_mask}}};

/// Of a list that serves `csca study` too: truths, and what scores are counted in.
constexpr std::array<std::string_view, 3> for_scores = {"truth", "mask", "scale"};

/// Options that are the batch's as a whole.
constexpr std::array<std::string_view, 2> of_the_batch = {"threads", "max_memory"};

/// The option that chooses how the right view is made has the name of the right image's column.
constexpr std::pair<std::string_view, std::string_view> right_view = {"right_view", "right"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Error unknown_column(const std::string& place, const std::string& name) {
  std::vector<std::string_view> allowed = {"name", "dataset", "preset", "range", right_view.first};
  for (const auto& [column, file] : files) allowed.push_back(column);
  for (const Field& field : fields()) {
    if (!is_one_of(field.name, of_the_batch)) allowed.push_back(field.name);
  }
  return Error(fmt::format("{}: '{}' is no option and no file of a pair (docs/batch.md lists them){}", place, name,
                           suggestion(name, allowed)));
}

std::string text_of(const Json& value, const std::string& name, const std::string& place) {
  if (value.is_array() || value.is_object()) {
    throw Error(fmt::format("{}: {} is {}: give a number, a text, true or false", place, name, value.dump()));
  }
  return value.is_null() ? "" : value.is_text() ? value.text() : value.dump();
}

void check_name(const std::string& name, const std::string& place) {
  if (const std::string why = dataset::name_problem(name); !why.empty()) throw Error(fmt::format("{}: {}", place, why));
}

/// One column or member. Empty text counts as not given.
void put(BatchPair& pair, const std::string& name, const std::string& text, const fs::path& folder,
         const std::string& place) {
  if (text.empty() || is_one_of(name, for_scores)) return;
  const auto file = std::find_if(files.begin(), files.end(), [&](const auto& row) { return row.first == name; });
  if (file != files.end()) {
    pair.*(file->second) = folder / text;
  } else if (name == "preset") {
    pair.preset = text;
  } else if (name == "range") {
    for (Setting& setting : settings_of_range(text)) pair.settings.push_back(std::move(setting));
  } else if (is_one_of(name, of_the_batch)) {
    throw Error(fmt::format("{}: {} is for all pairs together: give it on the command line", place, name));
  } else {
    pair.settings.emplace_back(name == right_view.first ? right_view.second : name, text);
  }
}

bool may_stand(const std::string& name) {
  if (name == "name" || name == "dataset" || name == "preset" || name == "range" || name == right_view.first ||
      is_one_of(name, for_scores))
    return true;
  const auto has_name = [&](const auto& row) { return row.first == name; };
  return std::any_of(files.begin(), files.end(), has_name) ||
         std::any_of(fields().begin(), fields().end(), [&](const Field& field) { return field.name == name; });
}

std::vector<BatchPair> pairs_of_csv(const fs::path& file) {
  const dataset::CsvTable table = dataset::read_csv(file);
  std::vector<BatchPair> pairs;
  for (const dataset::CsvTable::Row& line : table.rows) {
    Json row = Json::object();
    for (std::size_t i = 0; i < table.header.size(); ++i) row[table.header[i]] = line.fields[i];
    pairs.push_back(pair_of_row(row, file.parent_path(), dataset::line_of_file(line.number, file)));
  }
  return pairs;
}

std::vector<BatchPair> pairs_of_lines(const std::string& word) {
  const fs::path file = input_file(word);
  const fs::path folder = word == stream_name ? fs::path() : file.parent_path();
  std::vector<BatchPair> pairs;
  for (const auto& [number, line] : dataset::lines_of(io::read_file(file))) {
    const std::string place = dataset::line_of_file(number, file);
    const std::optional<Json> row = Json::parse(line);
    if (!row || !row->is_object()) {
      throw Error(fmt::format("{} is no JSON object: write {{\"left\": \"a.png\", \"right\": \"b.png\"}}", place));
    }
    pairs.push_back(pair_of_row(*row, folder, place));
  }
  return pairs;
}

std::vector<BatchPair> pairs_of_folders(const fs::path& left, const fs::path& right) {
  for (const fs::path& folder : {left, right}) {
    if (!dataset::is_folder(folder)) io::fail("read", folder, "there is no such folder; name two folders with images");
  }
  std::vector<BatchPair> pairs;
  for (const fs::path& file : dataset::files_in(left)) {
    const std::string name = file.stem().string();
    check_name(name, io::quoted(file));
    pairs.push_back({name, file, dataset::file_or_default(right, name, file.extension().string())});
  }
  return pairs;
}

std::vector<BatchPair> pairs_of_dataset(const fs::path& folder, bool asks_range) {
  const FoundScenes found = find_scenes(folder);
  if (!found.problems.empty()) throw Error(found.problems.front());
  std::vector<BatchPair> pairs;
  for (const Scene& scene : found.scenes) {
    BatchPair& pair = pairs.emplace_back(BatchPair{scene.dataset + '/' + scene.name, scene.left, scene.right});
    if (asks_range || scene.levels == 0) continue;
    pair.settings = {{"first", std::to_string(scene.first)}, {"levels", std::to_string(scene.levels)}};
  }
  return pairs;
}

std::vector<BatchPair> pairs_of(const std::string& manifest, const std::string& right, bool asks_range) {
  if (!right.empty()) return pairs_of_folders(manifest, right);
  if (dataset::is_folder(manifest)) return pairs_of_dataset(manifest, asks_range);
  return io::ending_of(manifest) == ".csv" ? pairs_of_csv(manifest) : pairs_of_lines(manifest);
}

}  // namespace

Json BatchPair::row() const {
  Json row = Json::object();
  const std::size_t slash = name.find('/');
  if (slash != std::string::npos) row["dataset"] = name.substr(0, slash);
  row["name"] = slash == std::string::npos ? name : name.substr(slash + 1);
  for (const auto& [column, file] : files) {
    if (!(this->*file).empty()) row[column] = fs::absolute(this->*file).string();
  }
  if (!preset.empty()) row["preset"] = preset;
  for (const auto& [option, value] : settings) row[option == right_view.second ? right_view.first : option] = value;
  return row;
}

BatchPair pair_of_row(const Json& row, const fs::path& folder, const std::string& place) {
  BatchPair pair;
  std::string dataset;
  for (const auto& [name, value] : row.members()) {
    if (!may_stand(name)) throw unknown_column(place, name);
    const std::string text = text_of(value, name, place);
    if (name == "name") {
      pair.name = text;
    } else if (name == "dataset") {
      dataset = text;
    } else {
      put(pair, name, text, folder, place);
    }
  }
  if (pair.left.empty() || pair.right.empty()) {
    throw Error(fmt::format("{}: left and right must both be named; fill in or remove the line", place));
  }
  if (pair.name.empty()) pair.name = dataset::name_for_pair(row.at("left").text());
  check_name(pair.name, place);
  if (dataset.empty()) return pair;
  check_name(dataset, place);
  pair.name = dataset + '/' + pair.name;
  return pair;
}

std::vector<BatchPair> read_manifest(const std::string& manifest, const std::string& right, bool asks_range) {
  std::vector<BatchPair> pairs = pairs_of(manifest, right, asks_range);
  if (pairs.empty()) throw Error(fmt::format("'{}' holds no pair: docs/batch.md shows what it may hold", manifest));
  std::unordered_map<std::string_view, const BatchPair*> known;
  for (const BatchPair& pair : pairs) {
    const auto [namesake, is_new] = known.emplace(pair.name, &pair);
    if (!is_new) {
      throw Error(
          fmt::format("'{}' has two pairs of the name '{}', with the left images {} and {}: give each its own name",
                      manifest, pair.name, io::quoted(namesake->second->left), io::quoted(pair.left)));
    }
  }
  return pairs;
}

}  // namespace csca::app
