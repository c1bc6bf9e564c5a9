// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/groups.hpp"

#include <csca/error.hpp>

#include "core/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace csca::app {
namespace {

constexpr std::array<std::string_view, 31> m31 = {
    "tsukuba", "venus",    "teddy",   "cones",  "Art",        "Books",      "Dolls",      "Laundry",
    "Moebius", "Reindeer", "Aloe",    "Baby1",  "Baby2",      "Baby3",      "Bowling1",   "Bowling2",
    "Cloth1",  "Cloth2",   "Cloth3",  "Cloth4", "Flowerpots", "Lampshade1", "Lampshade2", "Midd1",
    "Midd2",   "Monopoly", "Plastic", "Rocks1", "Rocks2",     "Wood1",      "Wood2"};

constexpr std::array<std::string_view, 4> not_in_m27 = {"Midd1", "Midd2", "Monopoly", "Plastic"};

}  // namespace

std::span<const StudyGroup> study_groups() {
  static const std::vector<std::string> all = {"box", "nl", "st", "bf", "gf"};
  static const std::vector<std::string> without_bf = {"box", "nl", "st", "gf"};
  static const std::vector<StudyGroup> table = {
      {"middlebury",
       "Middlebury v2, 2005 and 2006",
       {"middlebury_v2", "middlebury_2005", "middlebury_2006"},
       "middlebury_v2",
       "nonocc",
       "all",
       all,
       "",
       {},
       31,
       "nl"},
      {"kitti",
       "KITTI",
       {"kitti2012", "kitti2015"},
       "kitti2012",
       "noc",
       "occ",
       without_bf,
       "kitti",
       {{"cost", "cen"}},
       194,
       ""},
      {"tsukuba",
       "New Tsukuba",
       {"new_tsukuba"},
       "kitti2012",
       "nonocc",
       "all",
       without_bf,
       "",
       {{"lambda", "1"}},
       60,
       ""},
      {"middlebury2014",
       "Middlebury 2014",
       {"middlebury_2014"},
       "middlebury_v3",
       "nonocc",
       "all",
       without_bf,
       "",
       {},
       0,
       ""},
      {"sizes",
       "Middlebury, larger sizes",
       {"middlebury_2003_half", "middlebury_2005_half", "middlebury_2005_full", "middlebury_2006_half",
        "middlebury_2006_full"},
       "middlebury_v2",
       "nonocc",
       "all",
       without_bf,
       "",
       {},
       0,
       ""},
      {"eth3d", "ETH3D two-view", {"eth3d"}, "eth3d", "nonocc", "all", without_bf, "", {}, 0, ""},
      {"scene_flow",
       "Scene Flow",
       {"scene_flow", "other"},
       "middlebury_v3",
       "nonocc",
       "all",
       without_bf,
       "",
       {},
       0,
       ""},
      {"satellite", "Satellite", {"satellite"}, "kitti2012", "nonocc", "all", without_bf, "", {}, 0, ""},
      {"pairs", "Pairs of one's own", {"pairs"}, "middlebury_v3", "mask", "all", without_bf, "", {}, 0, ""},
  };
  return table;
}

const StudyGroup& study_group(std::string_view name) {
  std::vector<std::string_view> names;
  for (const StudyGroup& group : study_groups()) {
    if (group.name == name) return group;
    names.push_back(group.name);
  }
  throw Error(fmt::format("there is no study '{}'{}: take all, lambda, scales or one of {}", name,
                          suggestion(name, names), fmt::join(names, ", ")));
}

const Region& main_region(const StudyGroup& group, const GroundTruth& truth) {
  for (const Region& region : truth.regions) {
    if (region.name == group.region) return region;
  }
  return truth.regions.front();
}

std::vector<std::string> missing_middlebury(std::span<const Scene> scenes) {
  std::vector<std::string> missing;
  for (const std::string_view name : m31) {
    if (std::none_of(scenes.begin(), scenes.end(), [&](const Scene& scene) { return scene.name == name; })) {
      missing.emplace_back(name);
    }
  }
  return missing;
}

bool in_m27(const Scene& scene) {
  return std::find(not_in_m27.begin(), not_in_m27.end(), scene.name) == not_in_m27.end();
}

}  // namespace csca::app
