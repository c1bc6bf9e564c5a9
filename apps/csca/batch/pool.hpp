// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/process.hpp"
#include "json.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace csca::app {

struct PoolLimits {
  int threads = 1;         ///< of all processes together
  std::size_t memory = 0;  ///< bytes, the same
  int retries = 0;         ///< tries after the first that fails
};

/// What became of a pair.
struct UnitEnd {
  std::size_t unit;
  Json record;          ///< its "status" is done or failed
  bool stored = false;  ///< it had been done before
};

/// Threads for a pair that needs so much memory on one: pairs side by side scale best, so one, unless memory, or the
/// pairs that are left, do not keep all threads busy that way.
int threads_for_pair(const PoolLimits& limits, std::size_t memory, std::size_t pairs_left);

/// Runs the units 0 to `count` - 1, each in a process of `csca batch --unit` that `start` starts. A process reads its
/// pair, says what it needs, and goes on when there is room. `ended` is told of each and answers whether to go on; then
/// those that have begun to match still end.
void run_pool(const PoolLimits& limits, std::size_t count, const std::function<Process(std::size_t unit)>& start,
              const std::function<std::string(std::size_t unit)>& name_of,
              const std::function<bool(const UnitEnd&)>& ended);

}  // namespace csca::app
