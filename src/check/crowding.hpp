// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <optional>
#include <string>

namespace csca {

/// A sentence that names a wider range, where the map's disparities crowd at an end of the one that was searched:
/// surfaces beyond it take the nearest level there is. Nothing where they do not. Level 0 is a natural end, where far
/// things crowd, as long as it is the first. Filled pixels take no part.
std::optional<std::string> crowding_at_ends(const Plane<float>& disparity, const ValidityMap& validity, Levels range);

}  // namespace csca
