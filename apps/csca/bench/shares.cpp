// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/shares.hpp"

#include <csca/evaluate.hpp>

namespace csca::app {

Shares shares(const Plane<float>& disparity, const Plane<float>& truth, const Mask& counted, double threshold) {
  const Score score = evaluate(disparity, truth, counted, threshold);
  const double missing = 100 * static_cast<double>(score.unknown) / static_cast<double>(score.pixels);
  const double given = 100 - missing;
  return {given, given > 0 ? 100 * (score.bad - missing) / given : 0, score.bad};
}

}  // namespace csca::app
