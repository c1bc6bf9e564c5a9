// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/chart.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace csca::app {
namespace {

/// The ends of all plots' axes: the same, so that plots can be compared.
struct Ends {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;

  explicit Ends(const std::vector<BenchTable>& tables) {
    for (const BenchTable& table : tables) {
      for (const Measurement& m : table.rows) {
        low = std::min(low, m.ns_per_cell());
        high = std::max(high, m.ns_per_cell());
      }
    }
    low /= 1.15;
    high *= 1.15;
  }
};

/// Dots, not bars: methods differ by two orders of magnitude, and on a logarithmic axis a bar's length means nothing.
Plot plot_of(const BenchTable& table, const Ends& ends) {
  constexpr double dot = 7;
  constexpr int row_height = 17;
  Series opencv{"OpenCV", {}, plot_colour(6), Stroke::none, Marker::dot, dot};
  Series plain{"plain", {}, plot_colour(5), Stroke::none, Marker::dot, dot};
  Series across{"across scales", {}, plot_colour(0), Stroke::none, Marker::dot, dot};
  Plot plot;
  plot.title = table.pair.name;
  plot.width = 720;
  plot.height = 72 + row_height * static_cast<int>(table.rows.size());
  plot.x = {
      .title = "ns per cell (pixel and level), logarithmic", .logarithmic = true, .low = ends.low, .high = ends.high};
  plot.y.reversed = true;
  for (const Measurement& m : table.rows) {
    const bool csca = m.steps.total > 0;
    Series& series = !csca ? opencv : m.over_plain ? across : plain;
    series.points.push_back({m.ns_per_cell(), static_cast<double>(plot.y.names.size())});
    plot.y.names.push_back(m.name);
    plot.y.notes.push_back(
        fmt::format("{:.2f} ns{}", m.ns_per_cell(), m.bad ? fmt::format(", {:.1f} % bad", *m.bad) : ""));
  }
  for (const Series& series : {opencv, plain, across}) {
    if (!series.points.empty()) plot.series.push_back(series);
  }
  return plot;
}

}  // namespace

Figure bench_chart(const BenchRun& run, const std::vector<BenchTable>& tables) {
  const Ends ends(tables);
  std::vector<Plot> plots;
  plots.reserve(tables.size());
  for (const BenchTable& table : tables) plots.push_back(plot_of(table, ends));
  return in_columns(fmt::format("CPU time per cell: {}, {} thread{}, simd {}, best of {}", run.cpu, run.threads,
                                run.threads == 1 ? "" : "s", simd_target(), run.rounds),
                    std::move(plots), 1);
}

}  // namespace csca::app
