// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <map>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"

// New Tsukuba: illumination/<light>/{left,right}/tsukuba_<light>_L_00001.png and
// groundtruth/{disparity_maps,occlusion_maps}/{left,right}/tsukuba_disparity_L_00001.png.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

constexpr int every = 30;  // frames, as in the paper: 60 pairs of 1800

using Frames = std::map<int, fs::path>;

/// By the number at the end of their names, which is all that the names of the parts share.
Frames frames_in(const fs::path& folder) {
  Frames frames;
  for (const fs::path& file : files_in(folder)) {
    const std::string stem = file.stem().string();
    const std::size_t digits = stem.find_last_not_of("0123456789") + 1;
    int number = 0;
    const auto read = std::from_chars(stem.data() + digits, stem.data() + stem.size(), number);
    if (read.ec == std::errc()) frames[number] = file;
  }
  return frames;
}

Frames frames_of(const fs::path& folder, const char* side, const char* letter) {
  return frames_in(is_folder(folder / side) ? folder / side : folder / letter);
}

/// The file of that number, or the name that it should have had.
fs::path frame(const Frames& frames, int number, const fs::path& expected) {
  const auto found = frames.find(number);
  return found == frames.end() ? expected : found->second;
}

}  // namespace

void find_new_tsukuba(const fs::path& folder, Collector& found) {
  const fs::path truths = folder / "groundtruth" / "disparity_maps";
  const fs::path occlusions = folder / "groundtruth" / "occlusion_maps";
  const std::vector<fs::path> lights = folders_in(folder / "illumination");
  if (lights.empty()) return;
  const Frames left_truth = frames_of(truths, "left", "L");
  const Frames right_truth = frames_of(truths, "right", "R");
  const Frames occluded = frames_of(occlusions, "left", "L");
  for (const fs::path& light : lights) {
    const std::string name = name_of(light);
    const Frames rights = frames_of(light, "right", "R");
    for (const auto& [number, left] : frames_of(light, "left", "L")) {
      if ((number - 1) % every != 0) continue;
      Scene scene = scene_of("new_tsukuba", fmt::format("{}_{:05}", name, number));
      scene.left = left;
      scene.right = frame(rights, number, light / "right" / fmt::format("tsukuba_{}_R_{:05}.png", name, number));
      scene.truth = frame(left_truth, number, truths / "left" / fmt::format("tsukuba_disparity_L_{:05}.png", number));
      scene.right_truth = frame(right_truth, number, {});
      if (scene.right_truth.empty() || occluded.contains(number)) {
        scene.masks.emplace_back(
            "occlusion",
            frame(occluded, number, occlusions / "left" / fmt::format("tsukuba_occlusion_L_{:05}.png", number)));
      }
      found.add(std::move(scene));
    }
  }
}

}  // namespace csca::dataset
