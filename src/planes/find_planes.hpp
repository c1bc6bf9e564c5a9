// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <vector>

namespace csca {

/// The surfaces of a disparity map that many of its pixels lie on, at most `most`, those first that gain the most:
/// large and steep ones. The same map has the same planes. Some face the camera: between two levels of the range.
PooledVector<SlantedPlane> find_planes(const Plane<float>& disparity, int most);

}  // namespace csca
