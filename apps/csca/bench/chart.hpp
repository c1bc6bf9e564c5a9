// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/report.hpp"
#include "picture/plot.hpp"

#include <vector>

namespace csca::app {

/// CPU time per cell, a plot for each table.
Figure bench_chart(const BenchRun& run, const std::vector<BenchTable>& tables);

}  // namespace csca::app
