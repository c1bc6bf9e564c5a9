// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

// What this process takes of the machine, and what there is.
namespace csca::app {

/// Largest resident size of this process so far, in bytes.
std::size_t peak_memory();

/// CPU time of all threads of this process so far.
double cpu_seconds();

/// Memory that the system could give to programs now, in bytes.
std::size_t available_memory();

/// From now on blocks of a megabyte and more go back to the system when they are freed, so that the process never holds
/// much more than it uses. By default the C library raises that bound to 32 MB as it goes.
void return_large_blocks();

}  // namespace csca::app
