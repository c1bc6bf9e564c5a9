// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/about.hpp"

#include <array>
#include <utility>

namespace csca {
namespace dataset {
namespace {

// Middlebury 2005 and 2006 have no benchmark of their own: v2's rules, as in the paper. So with New Tsukuba and
// KITTI's. Their levels cover a third, a half and all of 255 disparities. KITTI and New Tsukuba are searched as in the
// paper.
constexpr std::array<About, 17> table = {{
    {"middlebury_v2", "middlebury_v2", "nonocc", 0, {}, true},
    {"middlebury_2003_half", "middlebury_v2", "nonocc", 120, 2, true},
    {"middlebury_2005", "middlebury_v2", "nonocc", 85, 3, true},
    {"middlebury_2005_half", "middlebury_v2", "nonocc", 128, 2, true},
    {"middlebury_2005_full", "middlebury_v2", "nonocc", 256, 1, true},
    {"middlebury_2006", "middlebury_v2", "nonocc", 85, 3, true},
    {"middlebury_2006_half", "middlebury_v2", "nonocc", 128, 2, true},
    {"middlebury_2006_full", "middlebury_v2", "nonocc", 256, 1, true},
    {"middlebury_2014", "middlebury_v3", "nonocc", 0, {}, true},
    {"kitti2012", "kitti2012", "noc", 256, 256, true},
    {"kitti2015", "kitti2015", "occ", 256, 256, true},
    {"new_tsukuba", "kitti2012", "nonocc", 256, 1, true},
    {"eth3d", "eth3d", "nonocc", 0, {}, true},
    {"scene_flow", "middlebury_v2", "all", 192, {}, true},
    {"satellite", "kitti2012", "all", 0, {}, false},
    {"other", "middlebury_v2", "all", 0, {}, false},
    {"pairs", "middlebury_v2", "mask", 0, {}, false},
}};

}  // namespace

std::span<const About> all_about() { return table; }

const About* about(std::string_view name) {
  for (const About& row : table) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

Scene scene_of(std::string_view dataset, std::string name) {
  const About& row = *about(dataset);
  Scene scene;
  scene.dataset = dataset;
  scene.name = std::move(name);
  scene.rules = row.rules;
  scene.levels = row.levels;
  scene.truth_scale = row.truth_scale;
  return scene;
}

}  // namespace dataset

std::vector<std::string_view> dataset_names() {
  std::vector<std::string_view> names;
  for (const dataset::About& row : dataset::all_about()) names.push_back(row.name);
  return names;
}

}  // namespace csca
