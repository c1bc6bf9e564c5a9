// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"

// Scene Flow (FlyingThings3D, Monkaa, Driving): frames_cleanpass/<anything>/{left,right}/0006.png and
// disparity/<the same>/{left,right}/0006.pfm.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

constexpr int deepest = 4;  // Driving: 35mm_focallength/scene_forwards/fast/left

void find_sequences(const fs::path& root, const fs::path& inner, int depth, Collector& found) {
  const fs::path images = root / "frames_cleanpass" / inner;
  for (const fs::path& left : files_in(images / "left")) {
    const std::string stem = left.stem().string();
    std::string name = (inner / stem).generic_string();
    std::replace(name.begin(), name.end(), '/', '_');
    Scene scene = scene_of("scene_flow", name);
    scene.left = left;
    scene.right = images / "right" / left.filename();
    scene.truth = root / "disparity" / inner / "left" / (stem + ".pfm");
    scene.right_truth = root / "disparity" / inner / "right" / (stem + ".pfm");
    found.add(std::move(scene));
  }
  if (depth == 0) return;
  for (const fs::path& folder : folders_in(images)) {
    const fs::path name = folder.filename();
    if (name != "left" && name != "right") find_sequences(root, inner / name, depth - 1, found);
  }
}

}  // namespace

void find_scene_flow(const fs::path& folder, Collector& found) {
  if (is_folder(folder / "frames_cleanpass")) find_sequences(folder, {}, deepest, found);
}

}  // namespace csca::dataset
