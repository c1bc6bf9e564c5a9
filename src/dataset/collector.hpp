// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace csca::dataset {

/// What the layouts found so far.
struct Collector {
  std::vector<Scene> scenes;
  std::vector<std::pair<std::string, std::string>> problems;  ///< data set and sentence

  /// Keeps the scene when all files that it names are there, or else a sentence that names the first that is not.
  void add(Scene scene);

  /// Runs a part of the search; an Error becomes a problem of the scene, so that one broken file does not hide others.
  void attempt(const Scene& scene, const std::function<void()>& part);

  /// "middlebury_v2 teddy: <what>", or "middlebury_v2: <what>" without a scene's name.
  void problem(const Scene& scene, std::string_view what);
};

/// Looks for one data set as its publisher lays it out. `folder` may be anything; most often it is not this data set.
using Layout = void (*)(const std::filesystem::path& folder, Collector& found);

void find_flat(const std::filesystem::path& folder, Collector& found);
void find_middlebury_v2(const std::filesystem::path& folder, Collector& found);
void find_middlebury_2006(const std::filesystem::path& folder, Collector& found);
void find_middlebury_v3(const std::filesystem::path& folder, Collector& found);
void find_kitti(const std::filesystem::path& folder, Collector& found);
void find_new_tsukuba(const std::filesystem::path& folder, Collector& found);
void find_scene_flow(const std::filesystem::path& folder, Collector& found);
void find_pair_list(const std::filesystem::path& folder, Collector& found);

/// The one scene that the folder itself is.
void find_flat_scene(const std::filesystem::path& folder, Collector& found);

/// The pairs that a CSV file lists. Throws Error, with the line, for a list that cannot be read.
void read_pair_list(const std::filesystem::path& file, Collector& found);

}  // namespace csca::dataset
