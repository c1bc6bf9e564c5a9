// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>
#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

// Real scenes under $CSCA_DATA, in any layout that `find_scenes` knows. Licences keep them out of this repository.
namespace csca::scenes {

struct Scene : csca::Scene {
  double threshold = 1;  ///< of a bad pixel
  std::string region;    ///< whose pixels count
};

/// $CSCA_DATA, or nothing where it is not set.
std::optional<std::filesystem::path> data_folder();

/// `middlebury` (v2, 2005 and 2006: 19 scenes), `v2` (its first four; `v2-all` and `v2-disc` with the other official
/// masks), `middlebury2014` (8), `kitti` (13 frames), `eth3d` (1).
std::vector<Scene> group(const std::string& name);

struct Pair {
  Image left;
  Image right;
  Plane<float> truth;
  Mask mask;
};

Pair load(const Scene& scene);

}  // namespace csca::scenes
