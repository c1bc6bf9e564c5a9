// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/evaluate.hpp>

#include <fmt/format.h>

namespace csca {

Score evaluate(const Plane<float>& disparity, const Plane<float>& truth, const Mask& mask, double threshold) {
  if (!(threshold >= 0)) throw Error(fmt::format("threshold is {}: allowed is a number from 0", threshold));
  Rules with_threshold = rules("middlebury_v2");
  with_threshold.thresholds = {threshold};
  const Tally counted = tally(disparity, truth, mask, with_threshold);
  if (counted.pixels == 0) throw Error("no pixel counts: the truth is unknown, or the mask is not 255, everywhere");
  const Metrics figures = metrics(counted, with_threshold);
  return {counted.pixels, counted.pixels - counted.estimated, figures.bad[0], figures.average, figures.rms};
}

}  // namespace csca
