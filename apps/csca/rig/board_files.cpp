// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rig/board_files.hpp"

#include "command_line.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

struct Sides {
  std::string_view left;
  std::string_view right;
};
// Longer words first: the first that is found counts.
constexpr std::array<Sides, 8> sides = {{{"left", "right"},
                                         {"camera0", "camera1"},
                                         {"cam0", "cam1"},
                                         {"cam_0", "cam_1"},
                                         {"image_0", "image_1"},
                                         {"image_2", "image_3"},
                                         {"_l", "_r"},
                                         {"-l", "-r"}}};

enum class Side { left, right };

struct Sorted {
  std::optional<Side> side;
  std::string key;  ///< the name without the side
};

Sorted sort_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const Sides& words : sides) {
    for (const auto& [word, side] : {std::pair(words.left, Side::left), std::pair(words.right, Side::right)}) {
      const std::size_t at = name.rfind(word);
      if (at == std::string::npos) continue;
      const std::size_t end = at + word.size();
      // "_l" is a side in board_l.png and board_l_01.png, not in board_low.png.
      if (word.size() == 2 && end < name.size() && std::isalnum(static_cast<unsigned char>(name[end])) != 0) continue;
      return {side, name.erase(at, word.size())};
    }
  }
  return {std::nullopt, name};
}

/// The file's own name says the side, or its folder's does.
Sorted sort_file(const fs::path& file) {
  const Sorted own = sort_name(file.stem().string());
  if (own.side) return own;
  return {sort_name(file.parent_path().filename().string()).side, own.key};
}

bool is_image(const fs::path& file) {
  std::string ending = file.extension().string();
  if (ending.size() < 2) return false;
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  return fmt::format(",{},", image_files).find(fmt::format(",{},", ending.substr(1))) != std::string::npos;
}

std::vector<fs::path> images_of(const std::string& word) {
  std::error_code ignored;
  if (!fs::exists(word, ignored)) {
    throw Error(fmt::format("cannot read '{}': no such file or folder; check the path", word));
  }
  if (!fs::is_directory(word)) return {word};
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(word)) {
    if (entry.is_regular_file() && is_image(entry.path())) files.push_back(entry.path());
  }
  if (files.empty()) throw Error(fmt::format("the folder '{}' has no images", word));
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

FilePairs pair_files(const std::vector<std::string>& words) {
  const bool two_folders = words.size() == 2 && fs::is_directory(words[0]) && fs::is_directory(words[1]);
  std::map<std::string, FilePair> found;
  for (const std::string& word : words) {
    for (const fs::path& file : images_of(word)) {
      Sorted sorted = sort_file(file);
      if (two_folders) sorted.side = &word == &words.front() ? Side::left : Side::right;
      if (!sorted.side) {
        throw Error(
            fmt::format("'{}' does not say which camera took it: give a folder of left and one of right images, or "
                        "names with left and right in them",
                        file.string()));
      }
      FilePair& pair = found[sorted.key];
      fs::path& place = *sorted.side == Side::left ? pair.left : pair.right;
      if (!place.empty()) {
        throw Error(fmt::format("'{}' and '{}' are both the {} view of one moment: give their names different numbers",
                                place.string(), file.string(), *sorted.side == Side::left ? "left" : "right"));
      }
      place = file;
    }
  }
  FilePairs result;
  for (auto& [key, pair] : found) {
    if (pair.left.empty() || pair.right.empty()) {
      result.unpaired.push_back(pair.left.empty() ? pair.right : pair.left);
      continue;
    }
    pair.name = pair.left.filename().string();
    result.pairs.push_back(std::move(pair));
  }
  if (result.pairs.empty()) {
    throw Error(
        fmt::format("no image has its other view: the right one of '{}' would have the same name but for the side",
                    result.unpaired.front().string()));
  }
  return result;
}

}  // namespace csca::app
