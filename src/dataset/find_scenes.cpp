// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/dataset.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

#include "core/named.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"
#include "io/files.hpp"

namespace csca {

namespace fs = std::filesystem;

namespace {

constexpr std::array<dataset::Layout, 8> layouts = {
    dataset::find_flat,  dataset::find_middlebury_v2, dataset::find_middlebury_2006, dataset::find_middlebury_v3,
    dataset::find_kitti, dataset::find_new_tsukuba,   dataset::find_scene_flow,      dataset::find_pair_list};

/// How folders that hold a data set, or a part of one, are called; more may follow. Test parts have no truth: they
/// are searched only when they are what the user names.
constexpr std::array<std::string_view, 24> starts = {
    "middlebury", "middeval",  "scenes200", "2001",     "2003",      "2005",   "2006",   "2014",
    "thirdsize",  "halfsize",  "fullsize",  "stereo",   "kitti",     "data",   "train",  "eth3d",
    "twoview",    "lowrestwo", "newtsu",    "satellit", "sceneflow", "flying", "monkaa", "driving"};

bool named_like_a_dataset(const fs::path& folder) {
  const std::string name = dataset::plain(dataset::name_of(folder));
  if (name == "other" || name == "ntsd" || name == "pairs") return true;
  return std::any_of(starts.begin(), starts.end(), [&](std::string_view start) { return name.starts_with(start); });
}

void visit(const fs::path& folder, int depth, dataset::Collector& found) {
  for (const dataset::Layout layout : layouts) layout(folder, found);
  if (depth == 0) return;
  for (const fs::path& inner : dataset::folders_in(folder)) {
    if (named_like_a_dataset(inner) && !dataset::is_test_part(inner)) visit(inner, depth - 1, found);
  }
}

void check_names(std::span<const std::string> only) {
  const std::vector<std::string_view> allowed = dataset_names();
  for (const std::string& name : only) {
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
      throw unknown_name("data set", name, allowed);
    }
  }
}

/// Results are kept by data set and name, so no two scenes may share both: the first stays. `scenes` are sorted.
void leave_out_namesakes(FoundScenes& found) {
  std::vector<Scene> kept;
  for (Scene& scene : found.scenes) {
    if (kept.empty() || std::tie(kept.back().dataset, kept.back().name) != std::tie(scene.dataset, scene.name)) {
      kept.push_back(std::move(scene));
      continue;
    }
    found.problems.push_back(fmt::format("{} {}: {} has the same name as {}; rename or remove one", scene.dataset,
                                         scene.name, io::quoted(scene.left), io::quoted(kept.back().left)));
  }
  found.scenes = std::move(kept);
}

}  // namespace

FoundScenes find_scenes(const fs::path& folder, std::span<const std::string> only) {
  check_names(only);
  dataset::Collector all;
  if (dataset::is_folder(folder)) {
    dataset::find_flat_scene(folder, all);
    visit(folder, 4, all);
  } else if (dataset::is_file(folder) && io::ending_of(folder) == ".csv") {
    dataset::read_pair_list(folder, all);
  } else {
    io::fail("read", folder, "there is no such folder; give one with data sets, or a .csv list of pairs");
  }

  const auto wanted = [&](const std::string& dataset) {
    return only.empty() || std::find(only.begin(), only.end(), dataset) != only.end();
  };
  FoundScenes found;
  for (Scene& scene : all.scenes) {
    if (wanted(scene.dataset)) found.scenes.push_back(std::move(scene));
  }
  for (auto& [dataset, sentence] : all.problems) {
    if (wanted(dataset)) found.problems.push_back(std::move(sentence));
  }
  if (found.scenes.empty() && found.problems.empty()) {
    throw Error(only.empty()
                    ? fmt::format("{} holds no data set that csca knows; docs/datasets.md shows how they are "
                                  "laid out",
                                  io::quoted(folder))
                    : fmt::format("{} holds nothing of {}; check the folder, or leave that choice out",
                                  io::quoted(folder), listed(std::vector<std::string_view>(only.begin(), only.end()))));
  }
  std::sort(found.scenes.begin(), found.scenes.end(), [](const Scene& a, const Scene& b) {
    return std::tie(a.dataset, a.name, a.left) < std::tie(b.dataset, b.name, b.left);
  });
  leave_out_namesakes(found);
  return found;
}

}  // namespace csca
