// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"
#include "dataset/levels.hpp"
#include "io/files.hpp"
#include "io/json_depth.hpp"

// The layout of $CSCA_DATA: <dataset>/<scene>/{left.*, right.*, gt_left.*, masks, meta.json}, whatever the publisher's.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

struct NamedFile {
  std::string_view region;
  std::string_view stem;
};

constexpr std::array<NamedFile, 5> masks = {
    {{"nonocc", "nonocc"}, {"nonocc", "mask0nocc"}, {"all", "all"}, {"disc", "disc"}, {"objects", "obj_map"}}};

/// KITTI's names, or everybody's; pixels of "noc" are the non-occluded ones of "occ".
void set_truth(Scene& scene, const fs::path& folder) {
  for (const std::string_view year : {"", "_0"}) {
    const std::optional<fs::path> noc = file_called(folder, fmt::format("disp_noc{}", year));
    const std::optional<fs::path> occ = file_called(folder, fmt::format("disp_occ{}", year));
    if (noc) scene.masks.emplace_back("noc", *noc);
    if (!noc && !occ) continue;
    scene.truth = occ.value_or(noc.value_or(fs::path()));
    return;
  }
  if (about(scene.dataset)->truth_required) scene.truth = file_or_default(folder, "gt_left");
  if (const std::optional<fs::path> truth = file_called(folder, "gt_left")) scene.truth = *truth;
}

/// The first number of meta.json that no range of disparities has; "" when all are sound.
std::string unsound_number(const nlohmann::json& meta) {
  constexpr double most = 1e6;  // pixels
  for (const char* key : {"min_disparity", "max_disparity", "first", "levels", "num_disparities"}) {
    const auto value = meta.find(key);
    if (value == meta.end() || !value->is_number() || std::abs(value->get<double>()) <= most) continue;
    return fmt::format("{} is {}", key, value->dump());
  }
  return "";
}

/// Range and scale from meta.json, which is optional.
void set_from_meta(Scene& scene, const nlohmann::json& meta) {
  const auto number = [&](const char* key) {
    const auto value = meta.find(key);
    return value != meta.end() && value->is_number() ? std::optional<double>(value->get<double>()) : std::nullopt;
  };
  if (!scene.truth_scale) scene.truth_scale = number("gt_scale");
  if (scene.levels > 0) return;
  const std::optional<double> smallest = number("min_disparity");
  const std::optional<double> largest = number("max_disparity");
  if (smallest && largest && *largest >= *smallest) {
    scene.first = static_cast<int>(std::floor(*smallest));
    scene.levels = static_cast<int>(std::ceil(*largest)) - scene.first + 1;
  } else if (const std::optional<double> levels = number("levels")) {  // as `csca synth` writes it
    scene.first = static_cast<int>(number("first").value_or(0));
    scene.levels = static_cast<int>(*levels);
  } else {
    scene.levels = static_cast<int>(number("num_disparities").value_or(0));
  }
}

void add_scene(std::string_view dataset, const fs::path& folder, Collector& found) {
  Scene scene = scene_of(dataset, name_of(folder));
  scene.left = file_or_default(folder, "left");
  scene.right = file_or_default(folder, "right");
  scene.right_truth = file_called(folder, "gt_right").value_or(fs::path());
  set_truth(scene, folder);
  for (const NamedFile& mask : masks) {
    if (const std::optional<fs::path> file = file_called(folder, mask.stem)) {
      scene.masks.emplace_back(mask.region, *file);
    }
  }
  set_levels_of_v2(scene);
  set_levels_from_calibration(scene, folder / "calib.txt");
  const fs::path meta = folder / "meta.json";
  if (is_file(meta)) {
    const std::string text = io::read_file(meta);
    const auto parsed = io::nests_too_deeply(text) ? nlohmann::json() : nlohmann::json::parse(text, nullptr, false);
    if (!parsed.is_object()) {
      return found.problem(scene, fmt::format("{} is not a JSON object; repair or remove it", io::quoted(meta)));
    }
    if (const std::string number = unsound_number(parsed); !number.empty()) {
      return found.problem(scene,
                           fmt::format("{} says that {}, which is no number of pixels", io::quoted(meta), number));
    }
    set_from_meta(scene, parsed);
  }
  set_default_levels(scene);
  if (scene.levels == 0 && about(dataset)->truth_required) {
    return found.problem(scene, fmt::format("no file says how many disparities to search; put num_disparities into {}",
                                            io::quoted(meta)));
  }
  found.add(std::move(scene));
}

bool is_scene(const fs::path& folder) {
  return file_called(folder, "left") || file_called(folder, "right") || file_called(folder, "gt_left");
}

std::string_view dataset_of(const fs::path& parent) {
  const About* named = about(name_of(parent));
  return named == nullptr ? "pairs" : named->name;
}

}  // namespace

void find_flat(const fs::path& folder, Collector& found) {
  for (const fs::path& inner : folders_in(folder)) {
    if (!is_scene(inner)) continue;
    const std::string_view dataset = dataset_of(folder);
    found.attempt(scene_of(dataset, name_of(inner)), [&] { add_scene(dataset, inner, found); });
  }
}

void find_flat_scene(const fs::path& folder, Collector& found) {
  if (is_scene(folder)) add_scene(dataset_of(folder / ".."), folder, found);
}

}  // namespace csca::dataset
