// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/report.hpp"

#include "json.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>

namespace csca::app {
namespace {

using Cells = std::vector<std::string>;

/// The first column to the left, numbers to the right.
std::string markdown(const std::vector<Cells>& lines) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string text;
  for (const Cells& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += i == 0 ? fmt::format("| {:<{}} ", line[i], widths[i]) : fmt::format("| {:>{}} ", line[i], widths[i]);
    }
    text += "|\n";
    if (&line != &lines.front()) continue;
    for (std::size_t i = 0; i < line.size(); ++i) {
      text += fmt::format("|{}{}", std::string(widths[i] + 1, '-'), i == 0 ? "-" : ":");
    }
    text += "|\n";
  }
  return text;
}

std::string number(const std::optional<double>& value, int digits) {
  return value ? fmt::format("{:.{}f}", *value, digits) : "-";
}

constexpr std::array<std::pair<const char*, double Timings::*>, 5> steps = {{{"pyramid", &Timings::pyramid},
                                                                             {"cost", &Timings::cost},
                                                                             {"aggregate", &Timings::aggregate},
                                                                             {"combine", &Timings::combine},
                                                                             {"select", &Timings::select}}};

Json row_json(const Measurement& m) {
  Json json = {{"name", m.name},
               {"cpu_ns_per_cell", m.ns_per_cell()},
               {"wall_ms", 1e3 * m.wall()},
               {"over_sgbm", m.over_sgbm},
               {"over_bm", m.over_bm},
               {"over_plain", m.over_plain},
               {"peak_bytes", m.peak_bytes},
               {"given_percent", m.given},
               {"wrong_percent", m.wrong},
               {"bad_percent", m.bad},
               {"cells", m.cells},
               {"cpu_seconds", m.cpu_seconds},
               {"wall_seconds", m.wall_seconds}};
  if (m.steps.total > 0) {
    for (const auto& [name, step] : steps) json["steps_ns_per_cell"][name] = 1e9 * m.steps.*step / m.cells;
  }
  return json;
}

}  // namespace

BenchRun describe_machine() {
  BenchRun run;
  run.cores = static_cast<int>(std::thread::hardware_concurrency());
  getloadavg(run.load.data(), static_cast<int>(run.load.size()));
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; run.cpu.empty() && std::getline(info, line);) {
    if (line.starts_with("model name")) run.cpu = line.substr(line.find(':') + 2);
  }
  if (run.cpu.empty()) run.cpu = "unknown processor";
  return run;
}

std::string table_text(const BenchRun& run, const BenchTable& table) {
  std::vector<Cells> lines = {{"matcher", "ns/cell", "wall ms", "x SGBM", "x BM", "x plain", "peak MB", "given %",
                               "wrong %", fmt::format("bad-{:g} %", run.threshold)}};
  for (const Measurement& m : table.rows) {
    lines.push_back({m.name, number(m.ns_per_cell(), 3), number(1e3 * m.wall(), 1), number(m.over_sgbm, 2),
                     number(m.over_bm, 2), number(m.over_plain, 2), number(static_cast<double>(m.peak_bytes) / 1e6, 1),
                     number(m.given, 1), number(m.wrong, 2), number(m.bad, 2)});
  }
  return fmt::format("{}, {} thread{}, simd {}, best of {}\n\n{}", table.pair.name, run.threads,
                     run.threads == 1 ? "" : "s", simd_target(), run.rounds, markdown(lines));
}

std::string steps_text(const BenchTable& table) {
  std::vector<Cells> lines = {{"ns/cell"}};
  for (const auto& [name, step] : steps) lines.front().emplace_back(name);
  for (const Measurement& m : table.rows) {
    if (m.steps.total <= 0) continue;
    Cells& line = lines.emplace_back(Cells{m.name});
    for (const auto& [name, step] : steps) line.push_back(number(1e9 * m.steps.*step / m.cells, 3));
  }
  return markdown(lines);
}

std::string bench_json(const BenchRun& run, const std::vector<BenchTable>& tables) {
  Json json = {
      {"csca_bench", 1},
      {"version", CSCA_VERSION},
      {"opencv", run.opencv_version},
      {"machine",
       {{"cpu", run.cpu}, {"cores", run.cores}, {"simd_available", simd_targets()}, {"load_average", run.load}}},
      {"simd", simd_target()},
      {"threads", run.threads},
      {"rounds", run.rounds},
      {"threshold", run.threshold},
      {"tables", Json::array()}};
  for (const BenchTable& table : tables) {
    Json entry = {
        {"pair", table.pair.name},         {"width", table.pair.left.width()}, {"height", table.pair.left.height()},
        {"first", table.pair.range.first}, {"levels", table.pair.range.count}, {"rows", Json::array()}};
    for (const Measurement& m : table.rows) entry["rows"].push_back(row_json(m));
    json["tables"].push_back(std::move(entry));
  }
  return json.dump(2) + "\n";
}

}  // namespace csca::app
