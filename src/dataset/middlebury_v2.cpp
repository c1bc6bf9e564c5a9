// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"
#include "dataset/levels.hpp"

// Middlebury 2001 and 2003: tsukuba/, venus/, teddy/, cones/ as their archives unpack, with the masks of the version 2
// benchmark beside the images.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

/// How the archives of different years call the same things.
struct Names {
  std::string_view left;
  std::string_view right;
  std::string_view truth;
  std::string_view right_truth;
};

constexpr std::array<Names, 4> names = {{{"scene1.row3.col3", "scene1.row3.col4", "truedisp.row3.col3", ""},
                                         {"im2", "im6", "disp2", "disp6"},
                                         {"im3", "im4", "groundtruth", ""},
                                         {"imL", "imR", "groundtruth", ""}}};

struct Folder {
  std::string_view folder;
  std::string_view dataset;
  std::string_view scene;
};

constexpr std::array<Folder, 6> folders = {{{"tsukuba", "middlebury_v2", "tsukuba"},
                                            {"venus", "middlebury_v2", "venus"},
                                            {"teddy", "middlebury_v2", "teddy"},
                                            {"cones", "middlebury_v2", "cones"},
                                            {"teddyH", "middlebury_2003_half", "teddy"},
                                            {"conesH", "middlebury_2003_half", "cones"}}};

void add_scene(const fs::path& folder, const Folder& known, const Names& parts, Collector& found) {
  Scene scene = scene_of(known.dataset, std::string(known.scene));
  set_levels_of_v2(scene);
  scene.left = file_or_default(folder, parts.left);
  scene.right = file_or_default(folder, parts.right);
  scene.truth = file_or_default(folder, parts.truth);
  scene.right_truth = parts.right_truth.empty() ? fs::path() : file_or_default(folder, parts.right_truth);
  for (const char* region : {"nonocc", "all", "disc"}) {
    std::optional<fs::path> mask = file_called(folder, region);
    if (!mask) mask = file_called(folder, std::string("mask_") + region);
    if (mask) scene.masks.emplace_back(region, *mask);
  }
  // Without the benchmark's mask the truths of both views tell occlusions, but Tsukuba has only one.
  if (scene.masks.empty() && !is_file(scene.right_truth)) scene.masks.emplace_back("nonocc", folder / "nonocc.png");
  found.add(std::move(scene));
}

}  // namespace

void find_middlebury_v2(const fs::path& folder, Collector& found) {
  for (const Folder& known : folders) {
    const fs::path inner = folder / known.folder;
    for (const Names& parts : names) {
      if (!file_called(inner, parts.left) && !file_called(inner, parts.right)) continue;
      add_scene(inner, known, parts, found);
      break;
    }
  }
}

}  // namespace csca::dataset
