// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/scenes.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <algorithm>
#include <cstdlib>

namespace csca::scenes {
namespace {

std::vector<std::string> folders_in(const std::filesystem::path& dataset) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(*data_folder() / dataset)) {
    if (entry.is_directory()) names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<Scene> middlebury_v2(const std::string& mask) {
  const auto scene = [&](const char* name, int levels, double scale) {
    return Scene{name, std::filesystem::path("middlebury_v2") / name, levels, 1, "gt_left.png", scale, mask};
  };
  return {scene("tsukuba", 16, 16), scene("venus", 20, 8), scene("teddy", 60, 4), scene("cones", 60, 4)};
}

std::vector<Scene> all_of(const std::string& dataset, const Scene& like) {
  std::vector<Scene> scenes;
  for (const std::string& name : folders_in(dataset)) {
    Scene scene = like;
    scene.name = name;
    scene.folder = std::filesystem::path(dataset) / name;
    scenes.push_back(scene);
  }
  return scenes;
}

void append(std::vector<Scene>& scenes, const std::vector<Scene>& more) {
  scenes.insert(scenes.end(), more.begin(), more.end());
}

}  // namespace

std::optional<std::filesystem::path> data_folder() {
  const char* folder = std::getenv("CSCA_DATA");
  return folder == nullptr ? std::nullopt : std::optional<std::filesystem::path>(folder);
}

std::vector<Scene> group(const std::string& name) {
  std::vector<Scene> scenes;
  if (name == "v2" || name == "middlebury") append(scenes, middlebury_v2("nonocc.png"));
  if (name == "v2-all") append(scenes, middlebury_v2("all.png"));
  if (name == "v2-disc") append(scenes, middlebury_v2("disc.png"));
  if (name == "middlebury") {
    const Scene third_size{"", "", 85, 1, "gt_left.png", 3, "nonocc.png"};
    append(scenes, all_of("middlebury_2005", third_size));
    append(scenes, all_of("middlebury_2006", third_size));
  }
  if (name == "middlebury2014") {
    append(scenes, all_of("middlebury_2014", {"", "", 0, 1, "gt_left.pfm", std::nullopt, "mask0nocc.png"}));
    for (Scene& scene : scenes) {
      float most = 0;
      for (const float d : read_disparity(*data_folder() / scene.folder / scene.truth)) most = std::max(most, d);
      scene.levels = static_cast<int>(most) + 2;
    }
  }
  if (name == "kitti") {
    append(scenes, all_of("kitti2012", {"", "", 128, 3, "disp_noc.png", 256, ""}));
    append(scenes, all_of("kitti2015", {"", "", 128, 3, "disp_noc_0.png", 256, ""}));
  }
  if (scenes.empty())
    throw Error("there is no group '" + name + "': take v2, v2-all, v2-disc, middlebury, middlebury2014 or kitti");
  return scenes;
}

Pair load(const Scene& scene) {
  const std::filesystem::path folder = *data_folder() / scene.folder;
  return {read_image(folder / "left.png"), read_image(folder / "right.png"),
          read_disparity(folder / scene.truth, scene.truth_scale),
          scene.mask.empty() ? Mask() : read_mask(folder / scene.mask)};
}

}  // namespace csca::scenes
