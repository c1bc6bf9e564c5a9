// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include "engine/run.hpp"
#include "engine/sinks.hpp"

namespace csca {

/// Matches one view by levels that face the camera: Algorithm 1 and its winners.
using ViewMatcher = Selection (*)(FloatImage& left, FloatImage right, const AggregationFactory& aggregation,
                                  const Run& run);

/// One view with its slanted surfaces, where the options ask for planes. A plane of the first map moves the right image
/// until the plane has disparity 0; a few levels around it then compete with the winners so far.
Selection match_slanted(FloatImage& left, FloatImage right, const AggregationFactory& aggregation, const Run& run,
                        ViewMatcher match_view);

}  // namespace csca
