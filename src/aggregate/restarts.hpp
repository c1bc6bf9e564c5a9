// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

// Running sums of floats keep a trace of what has left them. They start anew at fixed places of the image, so that a
// result's bits depend on its surroundings alone: not on strips, and not on the window of a larger image that is
// matched.
namespace csca {

/// The widest distance between two starts, and the least, which coarse scales have: there the image ends soon.
inline constexpr int longest_period = 128;
inline constexpr int shortest_period = 16;

/// Rows and columns of a scale from one start to the next; a power of two.
inline int restart_period(int scale) { return std::max(shortest_period, longest_period >> std::min(scale, 16)); }

}  // namespace csca
