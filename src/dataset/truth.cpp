// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/dataset.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/named.hpp"
#include "dataset/about.hpp"
#include "io/files.hpp"

namespace csca {

namespace fs = std::filesystem;

namespace {

template <class A, class B>
void check_size(const A& plane, const fs::path& file, const B& expected, const fs::path& other) {
  if (plane.width() == expected.width() && plane.height() == expected.height()) return;
  throw Error(fmt::format("{} is {} x {} but {} is {} x {}: take both of the same scene and size", io::quoted(file),
                          plane.width(), plane.height(), io::quoted(other), expected.width(), expected.height()));
}

template <class Counts>
Mask where(const Plane<float>& truth, const Counts& counts) {
  Mask mask(truth.width(), truth.height());
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (std::isfinite(truth.data()[i]) && counts(i)) mask.data()[i] = 255;
  }
  return mask;
}

Mask known(const Plane<float>& truth) {
  return where(truth, [](std::size_t) { return true; });
}

using Regions = std::vector<Region>;

/// How a file of `Scene::masks` becomes regions.
using Reader = void (*)(const Scene& scene, const fs::path& file, const Plane<float>& truth, Regions& regions);

/// A set's scale is that of its integer maps: PFM files hold disparities as they are.
Plane<float> read_map(const fs::path& file, const Scene& scene) {
  return read_disparity(file, file.extension() == ".pfm" ? std::nullopt : scene.truth_scale);
}

/// KITTI's map of non-occluded pixels: those with a value are the region.
void read_noc(const Scene& scene, const fs::path& file, const Plane<float>& truth, Regions& regions) {
  const Plane<float> noc = read_map(file, scene);
  check_size(noc, file, truth, scene.truth);
  regions.push_back({"noc", known(noc)});
  if (file != scene.truth) regions.push_back({"occ", known(truth)});
}

/// KITTI's objects: 0 is background.
void read_objects(const Scene& scene, const fs::path& file, const Plane<float>& truth, Regions& regions) {
  const Mask objects = read_mask(file);
  check_size(objects, file, truth, scene.truth);
  regions.push_back({"bg", where(truth, [&](std::size_t i) { return objects.data()[i] == 0; })});
  regions.push_back({"fg", where(truth, [&](std::size_t i) { return objects.data()[i] != 0; })});
}

/// New Tsukuba's occlusion maps: black is occluded. Copies with black for visible exist, and since most of any image is
/// visible, they can be told.
void read_occlusion(const Scene& scene, const fs::path& file, const Plane<float>& truth, Regions& regions) {
  const Mask map = read_mask(file);
  check_size(map, file, truth, scene.truth);
  const auto black = static_cast<std::size_t>(std::count(map.begin(), map.end(), std::uint8_t{0}));
  const bool visible_is_black = black > map.size() / 2;
  regions.push_back({"nonocc", where(truth, [&](std::size_t i) { return (map.data()[i] == 0) == visible_is_black; })});
}

// The other names are masks in which 255 counts.
constexpr std::array<Named<Reader>, 3> readers = {
    {{"noc", read_noc}, {"objects", read_objects}, {"occlusion", read_occlusion}}};

void read_region(const Scene& scene, const std::string& name, const fs::path& file, const Plane<float>& truth,
                 Regions& regions) {
  for (const Named<Reader>& reader : readers) {
    if (reader.name == name) return reader.value(scene, file, truth, regions);
  }
  Mask mask = read_mask(file);
  check_size(mask, file, truth, scene.truth);
  regions.push_back({name, std::move(mask)});
}

bool has(const Regions& regions, std::string_view name) {
  return std::any_of(regions.begin(), regions.end(), [&](const Region& region) { return region.name == name; });
}

/// Some sets store the right view's disparities negative.
Plane<float> read_right_truth(const Scene& scene) {
  Plane<float> right = read_map(scene.right_truth, scene);
  if (std::none_of(right.begin(), right.end(), [](float d) { return d > 0; })) {
    for (float& d : right) d = -d;
  }
  return right;
}

}  // namespace

GroundTruth read_truth(const Scene& scene) {
  if (scene.truth.empty()) {
    throw Error(fmt::format("{} {} has no ground truth; only its disparities can be had", scene.dataset, scene.name));
  }
  GroundTruth truth{read_map(scene.truth, scene), {}};
  check_size(truth.disparity, scene.truth, read_image(scene.left), scene.left);
  for (const auto& [name, file] : scene.masks) read_region(scene, name, file, truth.disparity, truth.regions);
  if (!scene.right_truth.empty() && !has(truth.regions, "nonocc") && !has(truth.regions, "noc")) {
    const Plane<float> right = read_right_truth(scene);
    if (right.height() != truth.disparity.height()) check_size(right, scene.right_truth, truth.disparity, scene.truth);
    truth.regions.push_back({"nonocc", cross_checked(truth.disparity, right)});
  }
  const char* whole = scene.dataset.starts_with("kitti") ? "occ" : "all";
  if (!has(truth.regions, whole) && !has(truth.regions, "noc")) {
    truth.regions.push_back({whole, known(truth.disparity)});
  }
  const dataset::About* row = dataset::about(scene.dataset);
  const std::string_view ranked = row == nullptr ? "nonocc" : row->ranked;
  std::stable_partition(truth.regions.begin(), truth.regions.end(),
                        [&](const Region& region) { return region.name == ranked; });
  return truth;
}

}  // namespace csca
