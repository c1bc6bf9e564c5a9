// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "plan/first_look.hpp"

#include <optional>
#include <string>

namespace csca {

/// At which ends of a range disparities crowd. Surfaces beyond an end take the nearest level there is; so do surfaces
/// that happen to lie there.
struct Crowding {
  bool low = false;
  bool high = false;
};

/// Level 0 is a natural end, where far things crowd. Filled pixels take no part.
Crowding crowding_at_ends(const Plane<float>& disparity, const ValidityMap& validity, Levels range);

/// A sentence that names a wider range, where disparities crowd at an end and small copies show that the scene goes
/// beyond it.
std::optional<std::string> too_narrow(Crowding crowding, Levels range, const std::optional<Seen>& seen,
                                      bool opposite_sign);

}  // namespace csca
