// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/report.hpp"

#include <string>
#include <vector>

namespace csca::app {

/// Bars of CPU time per cell, one panel a table, as an SVG picture.
std::string bench_chart(const BenchRun& run, const std::vector<BenchTable>& tables);

}  // namespace csca::app
