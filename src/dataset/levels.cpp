// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/levels.hpp"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "calibration/entries.hpp"
#include "dataset/folders.hpp"
#include "io/files.hpp"

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
  if (!is_file(file)) return;
  const std::string bytes = io::read_file(file);
  const calibration::Entries entries = calibration::lines_entries({bytes, io::quoted(file)});
  const std::optional<double> levels = entries.plain_number("ndisp");
  const double width = entries.plain_number("width").value_or(std::numeric_limits<int>::max());
  if (levels && *levels >= 1 && *levels < width) scene.levels = static_cast<int>(*levels);
}

void set_default_levels(Scene& scene) {
  if (scene.dataset == "eth3d" && scene.levels == 0) scene.levels = eth3d_levels;
}

}  // namespace csca::dataset
