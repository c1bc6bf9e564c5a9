// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

namespace csca {

/// Runs body(0) .. body(count - 1) on at most `threads` threads (0: one for each core), in any order; on fewer where
/// the system allows no more. The first exception of a body reaches the caller. Safe to call from several threads and
/// from inside itself.
void run_parallel(int threads, int count, const std::function<void(int)>& body);

/// The same for any function; a std::function of a reference needs no memory.
template <class Body>
void parallel_for(int threads, int count, const Body& body) {
  run_parallel(threads, count, std::cref(body));
}

/// The number of threads that `threads` stands for.
int thread_count(int threads);

/// The same, and no more than parallel loops use on this machine: so many work at once.
int working_threads(int threads);

}  // namespace csca
