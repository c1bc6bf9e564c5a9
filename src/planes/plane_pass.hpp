// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sinks.hpp"
#include "plan/plan.hpp"
#include "planes/place.hpp"

namespace csca {

/// The options of a pass around a plane: the left view's winner alone.
Options options_around_plane(const Options& options);

/// The disparities that compete: of the whole match, and around a plane.
struct Ranges {
  Levels whole;
  Levels around;
};

/// The sum of the left view's lowest costs, which winner-take-all makes small.
double energy_of(const Selection& best);

/// Lets the winners around a plane, whose disparities are counted from it, compete with those so far, the earlier one
/// on ties, in the left view and where there are diagonals in the right one. A winner at the end of the levels is none:
/// the surface is another one. So is one outside the plane's place or the range, or whose partner lies outside the
/// right image. The plane is best.planes[index]. Returns what it takes off the energy.
double compete(const Selection& around, const Ranges& ranges, const Place& place, std::size_t index, Selection& best);

}  // namespace csca
