// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/matchers.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

/// What one matcher did on one pair.
struct Measurement {
  std::string name;
  double cells = 0;                 // OpenCV's matchers search whole multiples of 16 levels
  std::vector<double> cpu_seconds;  // of all threads together, one a round
  std::vector<double> wall_seconds;
  Timings steps;  // of the fastest round
  std::size_t peak_bytes = 0;
  std::optional<double> given;  // % of the pixels that count have a disparity
  std::optional<double> wrong;  // % of these
  std::optional<double> bad;    // % of all that count, once holes are filled
  std::optional<double> over_bm;
  std::optional<double> over_sgbm;
  std::optional<double> over_plain;

  double cpu() const;   // the fastest round's
  double wall() const;  // the same
  double ns_per_cell() const { return 1e9 * cpu() / cells; }
};

/// Runs a matcher once in a process of its own: the peak of what it holds beyond what was there before, which is the
/// two images and the program, and what is wrong where there is truth, of a padded pair for OpenCV's matchers. Writes
/// that map into `map` unless this is empty. Throws Error when it fails. Not after threads were started: a forked
/// process has only the thread that forks.
void measure_alone(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv, double threshold,
                   const std::filesystem::path& map, Measurement& measurement);

/// Lets all matchers run in turn, `rounds` times, so that a busy spell of the machine hits all of them; then fills in
/// the ratios. `progress` is called after each run.
void measure_together(const std::vector<Matcher>& matchers, const BenchPair& pair, const OpenCv& opencv, int rounds,
                      std::vector<Measurement>& measurements, const std::function<void()>& progress);

}  // namespace csca::app
