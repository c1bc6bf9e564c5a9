// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/pool.hpp"
#include "batch/unit.hpp"

// A pair in a process of its own, whoever starts it: `csca batch`, a cluster's worker or a script.
namespace csca::app {

/// The words that start such a process; its pair is the line that it reads.
std::vector<std::string> unit_command(const BatchSettings& settings, const PoolLimits& limits);

/// The line for it: the pair with all options that are asked for.
std::string unit_line(const BatchSettings& settings, BatchPair pair);

/// Does the work of such a process. Reads a line with the pair; prints one with what it needs, reads how many threads
/// it has (all, where standard input ends; 0: end), and prints its record. A pair that is done already says so at once.
void work_on_unit(const BatchSettings& settings, const PoolLimits& limits);

}  // namespace csca::app
