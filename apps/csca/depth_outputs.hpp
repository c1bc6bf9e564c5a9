// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/cloud.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace csca::app {

/// Throws Error where depths cannot go into a file of this name; empty: not asked for.
void check_depth_name(const std::string& file);
/// The same for a map of deviations, for which PNG is too coarse.
void check_deviation_name(const std::string& file);
/// The same for a cloud.
void check_cloud_name(const std::string& file);

/// The files that depths of this name go into, the note beside it too.
std::vector<std::filesystem::path> depth_files(const std::string& file);

/// Write a whole file or nothing, or print. Depth is printed as PFM.
void write_depth_map(const std::string& file, const Plane<float>& depth, const char* quantity = "depth");
void write_cloud(const std::string& file, const Cloud& cloud);

/// Throws Error where a map has disparities and no depth is left of them; warns where most have none at any range.
void check_some_depth(const Plane<float>& disparity, const Plane<float>& depth, const Calibration& calibration);

}  // namespace csca::app
