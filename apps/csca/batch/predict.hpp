// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/pool.hpp"
#include "batch/unit.hpp"

#include <span>

namespace csca::app {

/// Prints a line of JSON for each pair: whether it is done, or the memory and the time that it will take on one thread.
/// Returns the same for the batch, in words. Time is measured on the first pair of each kind (size, samples, options),
/// and counted by cells for the others.
std::string predict_batch(const BatchSettings& settings, const PoolLimits& limits, std::span<const BatchPair> pairs);

}  // namespace csca::app
