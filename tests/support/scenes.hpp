// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// Real scenes under $CSCA_DATA, laid out as <dataset>/<scene>/{left,right,truth,mask}. Licences keep them out of this
// repository.
namespace csca::scenes {

struct Scene {
  std::string name;              ///< "teddy"
  std::filesystem::path folder;  ///< <dataset>/<scene> under $CSCA_DATA
  int levels;                    ///< the authors' exclusive bound on disparity
  double threshold;              ///< of a bad pixel
  std::string truth;
  std::optional<double> truth_scale;
  std::string mask;  ///< file of pixels that count; empty: all with known truth
};

/// $CSCA_DATA, or nothing where it is not set.
std::optional<std::filesystem::path> data_folder();

/// `middlebury` (v2, 2005 and 2006: 19 scenes), `v2` (its first four; `v2-all` and `v2-disc` with the other official
/// masks), `middlebury2014` (8), `kitti` (13 frames).
std::vector<Scene> group(const std::string& name);

struct Pair {
  Image left;
  Image right;
  Plane<float> truth;
  Mask mask;
};

Pair load(const Scene& scene);

}  // namespace csca::scenes
