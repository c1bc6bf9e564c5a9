// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace csca::picture {

struct Tick {
  double value = 0;
  std::string label;
};

/// Multiples of 1, 2 or 5 times a power of ten that lie in [low, high], rising: at most `most` of them, which has to be
/// 2 or more; two at least when `most` is 6 or more. A range of one value has that value as its only tick.
std::vector<Tick> round_ticks(float low, float high, int most);

}  // namespace csca::picture
