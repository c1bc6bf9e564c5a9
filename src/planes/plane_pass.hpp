// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/sinks.hpp"
#include "plan/plan.hpp"

namespace csca {

/// The options of a pass around a plane: the left view's winner alone.
Options options_around_plane(const Options& options);

/// The disparities that compete: of the whole match, and around a plane.
struct Ranges {
  Levels whole;
  Levels around;
};

/// Lets the winners around a plane, whose disparities are counted from it, compete with those so far, the earlier one
/// on ties. A winner at the end of the levels is none: the surface is another one. So is one outside the range, or
/// whose partner lies outside the right image. The plane is best.planes[index].
void compete(const Selection& around, const Ranges& ranges, std::size_t index, Selection& best);

}  // namespace csca
