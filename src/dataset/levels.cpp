// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/levels.hpp"

#include <array>
#include <optional>
#include <string_view>

#include "dataset/calibration.hpp"

namespace csca::dataset {
namespace {

struct V2Scene {
  std::string_view name;
  int levels;
  double truth_scale;
};

constexpr std::array<V2Scene, 4> v2_scenes = {
    {{"tsukuba", 16, 16}, {"venus", 20, 8}, {"teddy", 60, 4}, {"cones", 60, 4}}};

// Two-view pairs of ETH3D come from a narrow baseline at low resolution.
constexpr int eth3d_levels = 64;

}  // namespace

void set_levels_of_v2(Scene& scene) {
  if (scene.dataset != "middlebury_v2") return;
  for (const V2Scene& known : v2_scenes) {
    if (known.name != scene.name) continue;
    scene.levels = known.levels;
    scene.truth_scale = known.truth_scale;
  }
}

void set_levels_from_calibration(Scene& scene, const std::filesystem::path& file) {
  if (scene.dataset != "middlebury_2014" && scene.dataset != "eth3d") return;
  const std::optional<int> levels = calibration_value(file, "ndisp");
  const std::optional<int> width = calibration_value(file, "width");
  if (levels && *levels > 0 && (!width || *levels < *width)) scene.levels = *levels;
}

void set_default_levels(Scene& scene) {
  if (scene.dataset == "eth3d" && scene.levels == 0) scene.levels = eth3d_levels;
}

}  // namespace csca::dataset
