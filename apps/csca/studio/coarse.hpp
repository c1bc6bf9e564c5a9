// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <map>
#include <mutex>
#include <string>

namespace csca::app::studio {

/// The options for a pair of which width and height were halved so many times: the same in the smaller image's pixels.
Options halved(Options options, Levels range, int times);

/// How fast matches of some options have been: what decides how small a copy a quick answer takes.
class Pace {
 public:
  /// How often to halve a pair, at most `most` times, so that its match is over before a hand on a slider notices.
  int halvings(const Options& options, double cells, int most) const;

  void note(const Options& options, double cells, double seconds);

 private:
  mutable std::mutex lock_;
  std::map<std::string, double> seconds_per_cell_;
};

}  // namespace csca::app::studio
