// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/chart.hpp"

#include "picture/xml.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace csca::app {
namespace {

constexpr double name_width = 190;
constexpr double plot_width = 480;
constexpr double note_width = 200;
constexpr double row_height = 20;
constexpr double title_height = 46;
constexpr double axis_height = 40;

std::string label(double x, double y, const char* anchor, const char* colour, const std::string& text) {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}' fill='{}'>{}</text>\n", x, y, anchor, colour,
                     xml_escaped(text));
}

/// Logarithmic: methods differ by two orders of magnitude. From a round number below all times to one above.
struct Axis {
  double low = 1e30;
  double high = 0;

  explicit Axis(const std::vector<BenchTable>& tables) {
    for (const BenchTable& table : tables) {
      for (const Measurement& m : table.rows) {
        low = std::min(low, m.ns_per_cell());
        high = std::max(high, m.ns_per_cell());
      }
    }
    low = std::pow(10.0, std::floor(std::log10(low / 1.5)));
    high *= 1.1;
  }
  double x(double value) const { return name_width + plot_width * std::log(value / low) / std::log(high / low); }
};

const char* colour(const Measurement& m) {
  const bool csca = m.steps.total > 0;
  return !csca ? "#8a8f98" : m.over_plain ? "#1f77b4" : "#9ecae1";
}

std::string panel(const BenchTable& table, const Axis& axis, double top) {
  std::string svg =
      fmt::format("<text x='0' y='{:.1f}' font-weight='bold'>{}</text>\n", top - 10, xml_escaped(table.pair.name));
  const double bottom = top + row_height * static_cast<double>(table.rows.size());
  for (double decade = axis.low; decade <= axis.high; decade *= 10) {
    for (const double tick : {decade, 2 * decade, 5 * decade}) {
      if (tick > axis.high) break;
      svg += fmt::format("<line x1='{0:.1f}' x2='{0:.1f}' y1='{1:.1f}' y2='{2:.1f}' stroke='#dddddd'/>\n", axis.x(tick),
                         top, bottom);
      svg += label(axis.x(tick), bottom + 15, "middle", "#555555", fmt::format("{:g}", tick));
    }
  }
  double y = top;
  for (const Measurement& m : table.rows) {
    const double end = axis.x(m.ns_per_cell());
    svg += label(name_width - 8, y + 14, "end", "#222222", m.name);
    svg += fmt::format("<rect x='{:.1f}' y='{:.1f}' width='{:.1f}' height='{:.1f}' fill='{}'/>\n", name_width, y + 3,
                       std::max(end - name_width, 1.0), row_height - 6, colour(m));
    const std::string bad = m.bad ? fmt::format(", {:.1f} % bad", *m.bad) : "";
    svg += label(end + 6, y + 14, "start", "#222222", fmt::format("{:.2f} ns{}", m.ns_per_cell(), bad));
    y += row_height;
  }
  return svg;
}

}  // namespace

std::string bench_chart(const BenchRun& run, const std::vector<BenchTable>& tables) {
  const Axis axis(tables);
  std::string panels;
  double top = 40;
  for (const BenchTable& table : tables) {
    top += title_height;
    panels += panel(table, axis, top);
    top += row_height * static_cast<double>(table.rows.size()) + axis_height;
  }
  const std::string title =
      fmt::format("CPU time per cell (pixel and level) in ns, logarithmic; {} thread{}, simd {}, best of {}",
                  run.threads, run.threads == 1 ? "" : "s", simd_target(), run.rounds);
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='-16 0 {0:.0f} {1:.0f}' width='{0:.0f}' height='{1:.0f}' "
      "font-family='sans-serif' font-size='12'>\n<rect x='-16' width='100%' height='100%' fill='white'/>\n"
      "<text x='0' y='26' font-size='14'>{2}</text>\n<text x='0' y='44' fill='#555555'>{3}; grey: OpenCV, light: "
      "plain, "
      "dark: across scales</text>\n{4}</svg>\n",
      name_width + plot_width + note_width + 16, top, xml_escaped(title), xml_escaped(run.cpu), panels);
}

}  // namespace csca::app
