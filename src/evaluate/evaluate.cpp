// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/evaluate.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace csca {

Score evaluate(const Plane<float>& disparity, const Plane<float>& truth, const Mask& mask, double threshold) {
  const auto same_size = [&](const auto& plane, const char* name) {
    if (plane.width() != disparity.width() || plane.height() != disparity.height()) {
      throw Error(fmt::format("the disparity map is {} x {} but the {} is {} x {}: give maps of one scene and size",
                              disparity.width(), disparity.height(), name, plane.width(), plane.height()));
    }
  };
  same_size(truth, "truth");
  if (!mask.empty()) same_size(mask, "mask");
  if (!(threshold >= 0)) throw Error(fmt::format("threshold is {}: allowed is a number from 0", threshold));

  Score score;
  std::size_t bad = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    if (!std::isfinite(truth.data()[i]) || (!mask.empty() && mask.data()[i] != 255)) continue;
    ++score.pixels;
    if (!std::isfinite(disparity.data()[i])) {
      ++score.unknown;
      ++bad;
      continue;
    }
    const double error = std::abs(static_cast<double>(disparity.data()[i]) - truth.data()[i]);
    if (error > threshold) ++bad;
    sum += error;
    squares += error * error;
  }
  if (score.pixels == 0) throw Error("no pixel counts: the truth is unknown, or the mask is not 255, everywhere");
  const auto known = static_cast<double>(score.pixels - score.unknown);
  score.bad = 100.0 * static_cast<double>(bad) / static_cast<double>(score.pixels);
  score.average = known > 0 ? sum / known : std::numeric_limits<double>::quiet_NaN();
  score.rms = known > 0 ? std::sqrt(squares / known) : std::numeric_limits<double>::quiet_NaN();
  return score;
}

}  // namespace csca
