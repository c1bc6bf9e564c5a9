// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/options.hpp>

namespace csca::app {

struct PredictedTime {
  double seconds = 0;      ///< by the clock
  double cpu_seconds = 0;  ///< of all threads together
};

/// What matching takes on this machine, measured on some rows of the pair: rows cost alike, whatever the method, the
/// steps around it and the processor. Takes a fraction of a second for most pairs. `options` are those of
/// `resolve_options`.
PredictedTime predict_time(const Pair& pair, const Options& options);

/// Cells of a match, by which times of pairs with the same options compare.
double cells_of(const Pair& pair, const Options& resolved);

}  // namespace csca::app
