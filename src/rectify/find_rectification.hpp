// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>

namespace csca::rectify {

/// Throws Error for a rig that cannot be rectified: no image size or baseline, cameras above each other or swapped.
void check_rig(const StereoRig& rig);

/// The rotations and projections that make the rig's images a rectified pair; alpha as in RectifyOptions.
Rectification find_rectification(const StereoRig& rig, double alpha);

}  // namespace csca::rectify
