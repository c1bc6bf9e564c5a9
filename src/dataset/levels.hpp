// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>

#include <filesystem>

// How many disparities to search, for data sets in which scenes differ. Nothing here looks at a truth.
namespace csca::dataset {

/// The benchmark's levels and scales of Tsukuba, Venus, Teddy and Cones; other data sets stay as they are.
void set_levels_of_v2(Scene& scene);

/// calib.txt's ndisp, for Middlebury 2014 and ETH3D, unless it is no bound: ETH3D writes the image's width.
void set_levels_from_calibration(Scene& scene, const std::filesystem::path& file);

/// For ETH3D where no file says more.
void set_default_levels(Scene& scene);

}  // namespace csca::dataset
