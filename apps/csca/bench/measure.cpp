// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/measure.hpp"

#include "bench/shares.hpp"

#include <csca/error.hpp>
#include <csca/evaluate.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>

namespace csca::app {
namespace {

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A line of /proc/self/status, such as VmHWM, in bytes.
std::size_t memory_status(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(name + ":")) return 1024 * std::stoul(line.substr(name.size() + 1));
  }
  return 0;
}

/// What the process of its own tells through a pipe.
struct Report {
  std::size_t peak_bytes = 0;
  double given = 0;
  double wrong = 0;
  double bad = 0;
  char error[512] = "";
};

Report run_alone(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv, double threshold,
                 const std::filesystem::path& file) {
  Report report;
  try {
    const auto candidate = make_candidate(matcher, pair, opencv);
    // A new process's peak starts at what it has inherited.
    const std::size_t before = memory_status("VmRSS");
    candidate->compute();
    report.peak_bytes = std::max(memory_status("VmHWM"), before) - before;
    if (pair.truth.empty() && file.empty()) return report;
    const Plane<float> map = scored_map(matcher, pair, opencv, *candidate);
    if (!file.empty()) write_disparity(file, map);
    if (!pair.truth.empty()) {
      const Shares of_map = shares(map, pair.truth, pair.counted, threshold);
      report.given = of_map.given;
      report.wrong = of_map.wrong;
      report.bad = evaluate(complete_map(map), pair.truth, pair.counted, threshold).bad;
    }
  } catch (const std::exception& error) {
    std::strncpy(report.error, error.what(), sizeof report.error - 1);
  }
  return report;
}

const Measurement* find(const std::vector<Measurement>& measurements, std::string_view name) {
  const auto found =
      std::find_if(measurements.begin(), measurements.end(), [&](const Measurement& m) { return m.name == name; });
  return found == measurements.end() ? nullptr : &*found;
}

}  // namespace

double Measurement::cpu() const { return *std::min_element(cpu_seconds.begin(), cpu_seconds.end()); }
double Measurement::wall() const { return *std::min_element(wall_seconds.begin(), wall_seconds.end()); }

void measure_alone(const Matcher& matcher, const BenchPair& pair, const OpenCv& opencv, double threshold,
                   const std::filesystem::path& map, Measurement& measurement) {
  malloc_trim(0);  // or the new process would find free memory that counts as its own already
  int ends[2];
  if (pipe(ends) != 0) throw Error("cannot measure memory: the system gives no pipe");
  const pid_t child = fork();
  if (child < 0) throw Error("cannot measure memory: the system starts no process");
  if (child == 0) {
    const Report report = run_alone(matcher, pair, opencv, threshold, map);
    _exit(write(ends[1], &report, sizeof report) == sizeof report ? 0 : 1);
  }
  close(ends[1]);
  Report report;
  const bool told = read(ends[0], &report, sizeof report) == sizeof report;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!told) throw Error(fmt::format("{} was ended by the system: is there enough memory?", matcher.name));
  if (report.error[0] != '\0') throw Error(fmt::format("{}: {}", matcher.name, report.error));
  measurement.peak_bytes = report.peak_bytes;
  if (pair.truth.empty()) return;
  measurement.given = report.given;
  measurement.wrong = report.wrong;
  measurement.bad = report.bad;
}

void measure_together(const std::vector<Matcher>& matchers, const BenchPair& pair, const OpenCv& opencv, int rounds,
                      std::vector<Measurement>& measurements, const std::function<void()>& progress) {
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < matchers.size(); ++i) {
      Measurement& measurement = measurements[i];
      const auto candidate = make_candidate(matchers[i], pair, opencv);
      const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
      const double wall = seconds(CLOCK_MONOTONIC);
      candidate->compute();
      measurement.cpu_seconds.push_back(seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
      measurement.wall_seconds.push_back(seconds(CLOCK_MONOTONIC) - wall);
      if (measurement.cpu_seconds.back() == measurement.cpu()) measurement.steps = candidate->steps();
      progress();
    }
  }
  const Measurement* bm = find(measurements, "StereoBM");
  const Measurement* sgbm = find(measurements, "StereoSGBM");
  for (std::size_t i = 0; i < matchers.size(); ++i) {
    Measurement& m = measurements[i];
    if (bm != nullptr) m.over_bm = m.ns_per_cell() / bm->ns_per_cell();
    if (sgbm != nullptr) m.over_sgbm = m.ns_per_cell() / sgbm->ns_per_cell();
    if (matchers[i].plain_row) m.over_plain = m.ns_per_cell() / measurements[*matchers[i].plain_row].ns_per_cell();
  }
}

}  // namespace csca::app
