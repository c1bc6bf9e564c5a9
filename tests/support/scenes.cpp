// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "support/scenes.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <algorithm>
#include <cstdlib>

namespace csca::scenes {
namespace {

struct Group {
  std::string_view name;
  std::vector<std::string> datasets;
  double threshold;
  std::string region;
};

const std::vector<Group>& groups() {
  static const std::vector<Group> all = {
      {"v2", {"middlebury_v2"}, 1, "nonocc"},
      {"v2-all", {"middlebury_v2"}, 1, "all"},
      {"v2-disc", {"middlebury_v2"}, 1, "disc"},
      {"middlebury", {"middlebury_v2", "middlebury_2005", "middlebury_2006"}, 1, "nonocc"},
      {"middlebury2014", {"middlebury_2014"}, 1, "nonocc"},
      {"kitti", {"kitti2012", "kitti2015"}, 3, "noc"},
      {"eth3d", {"eth3d"}, 1, "all"},
  };
  return all;
}

/// Levels of these two are fewer than the data sets', and the figures of docs/accuracy.md rest on them.
int levels_of(const csca::Scene& scene) {
  if (scene.dataset.starts_with("kitti")) return 128;
  if (scene.dataset != "middlebury_2014") return scene.levels;
  float most = 0;
  for (const float d : read_disparity(scene.truth)) most = std::max(most, d);
  return static_cast<int>(most) + 2;
}

}  // namespace

std::optional<std::filesystem::path> data_folder() {
  const char* folder = std::getenv("CSCA_DATA");
  return folder == nullptr ? std::nullopt : std::optional<std::filesystem::path>(folder);
}

std::vector<Scene> group(const std::string& name) {
  for (const Group& known : groups()) {
    if (known.name != name) continue;
    std::vector<Scene> scenes;
    for (csca::Scene& scene : find_scenes(*data_folder(), known.datasets).scenes) {
      scene.levels = levels_of(scene);
      scenes.push_back({std::move(scene), known.threshold, known.region});
    }
    return scenes;
  }
  throw Error("there is no group '" + name + "': take v2, v2-all, v2-disc, middlebury, middlebury2014, kitti or eth3d");
}

Pair load(const Scene& scene) {
  GroundTruth truth = read_truth(scene);
  for (Region& region : truth.regions) {
    if (region.name != scene.region) continue;
    return {read_image(scene.left), read_image(scene.right), std::move(truth.disparity), std::move(region.mask)};
  }
  throw Error("scene '" + scene.name + "' has no region " + scene.region);
}

}  // namespace csca::scenes
