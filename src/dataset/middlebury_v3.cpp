// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"
#include "dataset/levels.hpp"
#include "io/files.hpp"

// Middlebury 2014 and its benchmark, version 3: trainingQ/Adirondack/{im0.png, im1.png, calib.txt, disp0GT.pfm,
// mask0nocc.png}, or a scene's own archive with disp0.pfm and disp1.pfm. ETH3D's two-view pairs are laid out alike.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

/// ETH3D's scenes end in a number and l or s: "delivery_area_1l".
bool is_eth3d(const std::string& name) {
  const std::size_t n = name.size();
  return n > 3 && (name[n - 1] == 'l' || name[n - 1] == 's') && name[n - 2] >= '0' && name[n - 2] <= '9' &&
         name[n - 3] == '_';
}

/// ETH3D's truths come in an archive of their own: two_view_training_gt/ beside two_view_training/.
fs::path folder_of_truth(const fs::path& scene) {
  const fs::path beside = scene.parent_path().concat("_gt") / scene.filename();
  return is_file(beside / "disp0GT.pfm") ? beside : scene;
}

void set_truth(Scene& scene, const fs::path& folder, bool expected) {
  const bool of_archive = !is_file(folder / "disp0GT.pfm") && is_file(folder / "disp0.pfm");
  const fs::path truth = folder / (of_archive ? "disp0.pfm" : "disp0GT.pfm");
  if (!expected && !is_file(truth)) return;
  scene.truth = truth;
  scene.right_truth = folder / (of_archive ? "disp1.pfm" : "disp1GT.pfm");
  if (const std::optional<fs::path> mask = file_called(folder, "mask0nocc")) {
    scene.masks.emplace_back("nonocc", *mask);
  }
}

/// The benchmark has every scene in three sizes: "Pipes_Q" is the one from trainingQ.
std::string name_with_size(const fs::path& scene) {
  const std::string part = name_of(scene.parent_path());
  const bool sized = part == "trainingF" || part == "trainingH" || part == "trainingQ" || part == "testF" ||
                     part == "testH" || part == "testQ";
  return sized ? name_of(scene) + '_' + part.back() : name_of(scene);
}

void add_scene(const fs::path& folder, Scene scene, Collector& found) {
  const fs::path calibration = folder / "calib.txt";
  scene.left = file_or_default(folder, "im0");
  scene.right = file_or_default(folder, "im1");
  set_truth(scene, folder_of_truth(folder), !is_test_part(folder.parent_path()));
  set_levels_from_calibration(scene, calibration);
  set_default_levels(scene);
  if (scene.levels == 0) {
    return found.problem(scene, fmt::format("{} is missing or has no ndisp; put the scene's calibration there",
                                            io::quoted(calibration)));
  }
  found.add(std::move(scene));
}

}  // namespace

void find_middlebury_v3(const fs::path& folder, Collector& found) {
  for (const fs::path& inner : folders_in(folder)) {
    if (!file_called(inner, "im0") && !file_called(inner, "im1")) continue;
    // Venus and its kind, of 2001, number their views from im0 and have no calibration.
    if (!is_file(inner / "calib.txt") && (file_called(inner, "im2") || file_called(inner, "im6"))) continue;
    const Scene scene = scene_of(is_eth3d(name_of(inner)) ? "eth3d" : "middlebury_2014", name_with_size(inner));
    found.attempt(scene, [&] { add_scene(inner, scene, found); });
  }
}

}  // namespace csca::dataset
