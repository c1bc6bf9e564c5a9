// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/measure.hpp"

#include <array>
#include <string>
#include <vector>

namespace csca::app {

/// All rows on one pair.
struct BenchTable {
  const BenchPair& pair;
  std::vector<Measurement> rows;
};

/// Where and how it was measured.
struct BenchRun {
  int threads = 1;
  int rounds = 1;
  double threshold = 1;
  std::string cpu;  ///< the processor's name
  int cores = 1;
  std::array<double, 3> load{};  ///< average number of busy processes in the last 1, 5 and 15 minutes, before the run
  std::optional<std::string> opencv_version;
};

/// Fills in what the machine knows of itself.
BenchRun describe_machine();

/// A Markdown table, padded for terminals.
std::string table_text(const BenchRun& run, const BenchTable& table);

/// The same for the time of each step, in ns per cell, as far as matchers tell.
std::string steps_text(const BenchTable& table);

std::string bench_json(const BenchRun& run, const std::vector<BenchTable>& tables);

}  // namespace csca::app
