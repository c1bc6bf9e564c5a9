// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/evaluate.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// A part of the image that a benchmark scores for itself.
struct Region {
  std::string name;  ///< "nonocc", "all", "disc"; KITTI "noc", "occ", "bg", "fg"
  Mask mask;         ///< 255 counts
};

struct GroundTruth {
  Plane<float> disparity;       ///< of the left view, pixels, NaN where unknown
  std::vector<Region> regions;  ///< the one that the benchmark ranks by first; never empty
};

/// A pair of a benchmark by its files; nothing but their names is known to be right.
struct Scene {
  std::string dataset;  ///< one of `dataset_names()`
  std::string name;     ///< within the data set: "teddy", "000030_10", "daylight_00001"
  std::filesystem::path left;
  std::filesystem::path right;
  std::filesystem::path truth;        ///< of as many pixels as known: KITTI's occ where there is one
  std::filesystem::path right_truth;  ///< may be empty
  std::optional<double> truth_scale;  ///< of integer maps
  /// Region and file, in which 255 counts, but: "noc" is a map of the non-occluded disparities, "objects" has 0 for the
  /// background (KITTI), "occlusion" has 0 for occluded pixels (New Tsukuba).
  std::vector<std::pair<std::string, std::filesystem::path>> masks;
  std::string_view rules;      ///< how its benchmark scores, a name of `all_rules()`
  int first = 0;               ///< smallest disparity
  int levels = 0;              ///< disparities searched: the benchmark's, or the paper's
  bool truth_expected = true;  ///< false: a pair of one's own without truth
};

/// What a folder holds. A problem is one sentence that names the file that is missing and what to do.
struct FoundScenes {
  std::vector<Scene> scenes;          ///< sorted by data set and name
  std::vector<std::string> problems;  ///< of scenes that are not usable and left out
};

std::vector<std::string_view> dataset_names();

/// Looks for every data set that csca knows, by folder layout, in `folder` and in the folders under it that are named
/// like one. `only`: just these data sets. Throws Error when the folder is missing or holds nothing that is known.
FoundScenes find_scenes(const std::filesystem::path& folder, std::span<const std::string> only = {});

/// Reads truth and regions. Throws Error, with the file's name, for what is missing, truncated or of the wrong size.
GroundTruth read_truth(const Scene& scene);

/// Non-occluded pixels by cross-checking the truths of both views: 255 where the right truth at the matching place
/// (rounded down or up, either will do) differs by at most `tolerance`, 0 where it does not, is unknown or outside.
Mask cross_checked(const Plane<float>& left, const Plane<float>& right, double tolerance = 1);

/// Writes a map below `folder` as the scene's benchmark server takes it, and creates the folders that it needs:
/// Middlebury v3 trainingQ/Adirondack/disp0METHOD.pfm (disp0METHOD_s.pfm for a map with holes) and timeMETHOD.txt,
/// KITTI 2012 000000_10.png, KITTI 2015 disp_0/000000_10.png, ETH3D low_res_two_view/delivery_area_1l.pfm and .txt.
/// `method` names the method, `seconds` is what the map took. Throws Error for data sets without a server, and for maps
/// that its files cannot hold.
void write_submission(const std::filesystem::path& folder, const Scene& scene, const Plane<float>& disparity,
                      std::string_view method, double seconds);

}  // namespace csca
#pragma GCC visibility pop
