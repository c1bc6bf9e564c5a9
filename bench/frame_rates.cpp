// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "peers/peers.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

// frame_rates [FRAMES]: frames a second from pixels to depth, of csca's streams and of OpenCV's matchers on the same
// rendered frames, with one thread and with two. Matchers take turns, frame by frame, so that whatever else the machine
// does meets them alike. "last/first" is the median time of the last third of frames over that of the first third,
// without the first two frames.
namespace {

using csca::peers::Algorithm;

struct Size {
  int width, height, levels;
};
constexpr Size sizes[] = {{640, 480, 64}, {1242, 375, 128}};

/// A frame's time by the clock and on all threads, seconds.
struct Times {
  double wall = 0;
  double cpu = 0;
};

double cpu_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Times time_of(const std::function<void()>& work) {
  const auto wall = std::chrono::steady_clock::now();
  const double cpu = cpu_seconds();
  work();
  return {std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count(), cpu_seconds() - cpu};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct Matcher {
  const char* name;
  std::function<csca::Plane<float>(const csca::SynthPair&)> disparity;
  std::vector<Times> times;
};

Matcher stream_of(const char* name, const char* preset, const Size& size, int threads) {
  csca::Options options = csca::make_options(preset);
  options.run.threads = threads;
  options.range.first = 0;
  options.range.levels = size.levels;
  const auto stream = std::make_shared<csca::Stream>(options);
  return {
      name, [stream](const csca::SynthPair& frame) { return stream->match(frame.left, frame.right).disparity; }, {}};
}

/// On pairs as they are: OpenCV then leaves as many columns blank as there are levels, and has less to do.
Matcher peer_of(const char* name, csca::peers::Settings settings, const Size& size) {
  settings.padded = false;
  return {name,
          [settings, size](const csca::SynthPair& frame) {
            const auto peer = csca_peers()->make(settings, frame.left, frame.right, {0, size.levels});
            peer->compute();
            return peer->disparity();
          },
          {}};
}

double median_of(const std::vector<Times>& times, double Times::*kind, std::size_t begin, std::size_t end) {
  std::vector<double> values;
  for (std::size_t i = begin; i < end; ++i) values.push_back(times[i].*kind);
  return median(values);
}

void measure(const Size& size, const std::vector<csca::SynthPair>& frames, int count, int threads) {
  csca_peers()->set_threads(threads);
  std::vector<Matcher> matchers = {
      stream_of("csca fast", "fast", size, threads), stream_of("csca default", "default", size, threads),
      peer_of("StereoBM", {Algorithm::bm, 15}, size), peer_of("StereoSGBM", {Algorithm::sgbm, 5, true}, size),
      peer_of("StereoSGBM 3-way", {Algorithm::sgbm_3way, 5, true}, size)};
  const csca::Calibration cameras{.focal_length = static_cast<double>(size.width), .baseline = 0.1};
  for (int i = 0; i < count; ++i) {
    const csca::SynthPair& frame = frames[i % frames.size()];
    for (Matcher& matcher : matchers) {
      matcher.times.push_back(time_of([&] { csca::depth(matcher.disparity(frame), cameras); }));
    }
  }
  constexpr std::size_t warm_up = 2;
  for (const Matcher& matcher : matchers) {
    const std::size_t all = matcher.times.size();
    const std::size_t third = (all - warm_up) / 3;
    const double first = median_of(matcher.times, &Times::cpu, warm_up, warm_up + third);
    const double last = median_of(matcher.times, &Times::cpu, all - third, all);
    fmt::print("| {}x{}x{} | {} | {} | {:.1f} | {:.1f} | {:.3f} |\n", size.width, size.height, size.levels, threads,
               matcher.name, 1 / median_of(matcher.times, &Times::wall, warm_up, all),
               1e3 * median_of(matcher.times, &Times::cpu, warm_up, all), last / first);
  }
}

}  // namespace

int main(int argc, char** argv) try {
  const int count = std::max(argc > 1 ? std::atoi(argv[1]) : 62, 5);
  fmt::print("| frames | threads | matcher | frames/s | CPU ms a frame | last/first |\n|---|---|---|---:|---:|---:|\n");
  for (const Size& size : sizes) {
    std::vector<csca::SynthPair> frames;
    for (int i = 0; i < std::min(count, 20); ++i) {
      frames.push_back(csca::synthesize(
          {.width = size.width, .height = size.height, .levels = size.levels, .noise = 0.01, .time = i / 60.0}));
    }
    for (const int threads : {1, 2}) measure(size, frames, count, threads);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "frame_rates: {}\n", error.what());
  return 1;
}
