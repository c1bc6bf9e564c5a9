// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/thread_trace.hpp"
#include "picture/sheet.hpp"

#include <csca/csca.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

// thread_trace OUT.svg [THREADS [METHOD...]]: what each thread does over a match of a pair of 1242x375 pixels at 128
// levels by each method, with default settings: the fastest of several matches, drawn, and how much of the time each
// thread was busy.
namespace {

using csca::picture::Frame;
using csca::picture::Sheet;
using csca::picture::TextShape;
using Clock = csca::ThreadTrace::Clock;

struct Look {
  std::string_view label;
  const char* meaning;
  csca::Colour colour;
};
constexpr std::array<Look, 7> looks = {{{"loop", "part of a loop", {0xBB, 0xBB, 0xBB}},
                                        {"pyramid", "pyramid", {0x77, 0x77, 0x77}},
                                        {"cost", "features", {0xE6, 0x9F, 0x00}},
                                        {"aggregate", "costs, aggregation, winner", {0x56, 0xB4, 0xE9}},
                                        {"combine", "blend", {0x00, 0x9E, 0x73}},
                                        {"select", "comparing views", {0xCC, 0x79, 0xA7}},
                                        {"refine", "refinement", {0xD5, 0x5E, 0x00}}}};

double ms(Clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

struct Run {
  std::string name;
  Clock::time_point begin;
  Clock::time_point end;
  std::vector<csca::ThreadTrace::Span> spans;

  /// The time that a thread spends in steps: of spans inside others only the outer ones count.
  double busy(std::thread::id thread) const {
    Clock::duration sum{};
    Clock::time_point until = begin;
    for (const auto& span : spans) {
      if (span.thread != thread || span.end <= until) continue;
      sum += span.end - std::max(span.begin, until);
      until = span.end;
    }
    return ms(sum) / ms(end - begin);
  }
};

Run fastest(const csca::SynthPair& pair, const std::string& preset, const std::string& method, int levels,
            int threads) {
  const std::vector<csca::Setting> settings = {{"method", method},
                                               {"first", "0"},
                                               {"levels", std::to_string(levels)},
                                               {"threads", std::to_string(threads)},
                                               {"check", "false"}};
  const csca::Options options = csca::make_options(preset, settings);
  Run best;
  for (int round = 0; round < 7; ++round) {
    csca::ThreadTrace trace;
    const Clock::time_point begin = Clock::now();
    csca::match(pair.left, pair.right, options);
    const Clock::time_point end = Clock::now();
    if (round > 0 && end - begin >= best.end - best.begin) continue;
    best = {preset == "bare" ? "S+" + method : "csca " + preset, begin, end, trace.spans()};
  }
  std::sort(best.spans.begin(), best.spans.end(),
            [](const auto& a, const auto& b) { return a.begin != b.begin ? a.begin < b.begin : a.end > b.end; });
  return best;
}

/// Threads in the order in which they came; the caller's is the first.
std::vector<std::thread::id> threads_of(const Run& run) {
  std::vector<std::thread::id> ids = {std::this_thread::get_id()};
  for (const auto& span : run.spans) {
    if (std::find(ids.begin(), ids.end(), span.thread) == ids.end()) ids.push_back(span.thread);
  }
  return ids;
}

csca::Drawing draw(const std::vector<Run>& runs) {
  constexpr csca::Colour black{0x22, 0x22, 0x22};
  constexpr csca::Colour waiting{0xF0, 0xF0, 0xF0};
  constexpr double left = 20, width = 900, lane = 16;
  Sheet sheet{.width = width + 2 * left, .title = "What each thread does over a match"};
  const auto say = [&](double x, double y, const std::string& text, bool bold = false) {
    sheet.shapes.emplace_back(TextShape{{x, y}, TextShape::Anchor::start, text, black, {12, bold}});
  };
  double longest = 0;
  for (const Run& run : runs) longest = std::max(longest, ms(run.end - run.begin));
  double y = 20;
  double x = left;
  for (const Look& look : looks) {
    sheet.shapes.emplace_back(csca::picture::FilledShape{{x, y, 12, 12}, look.colour});
    say(x + 16, y + 2, look.meaning);
    x += 32 + csca::picture::text_width(look.meaning, {12});
  }
  y += 34;
  for (const Run& run : runs) {
    const double total = ms(run.end - run.begin);
    const double scale = width / longest;
    std::string title = fmt::format("{}, {:.0f} ms; busy:", run.name, total);
    for (const std::thread::id id : threads_of(run)) title += fmt::format(" {:.0f} %", 100 * run.busy(id));
    say(left, y, title, true);
    y += 16;
    for (const std::thread::id id : threads_of(run)) {
      sheet.shapes.emplace_back(csca::picture::FilledShape{{left, y, total * scale, lane - 2}, waiting});
      for (const auto& span : run.spans) {
        const auto look =
            std::find_if(looks.begin(), looks.end(), [&](const Look& l) { return l.label == span.label; });
        if (span.thread != id || look == looks.end()) continue;
        const double begin = left + scale * ms(span.begin - run.begin);
        sheet.shapes.emplace_back(csca::picture::FilledShape{
            {begin, y, std::max(0.2, scale * ms(span.end - span.begin)), lane - 2}, look->colour});
      }
      y += lane;
    }
    y += 14;
  }
  sheet.height = y;
  return csca::picture::drawing_of(std::move(sheet));
}

}  // namespace

int main(int argc, char** argv) try {
  const int threads = argc > 2 ? std::atoi(argv[2]) : 2;
  if (argc < 2 || threads < 1) {
    fmt::print(stderr, "usage: thread_trace OUT.svg [THREADS [METHOD...]]\n");
    return 2;
  }
  csca::check_picture_ending(argv[1]);
  constexpr int levels = 128;
  const csca::SynthPair pair = csca::synthesize({.width = 1242, .height = 375, .levels = levels});
  std::vector<Run> runs;
  std::vector<std::string> methods(argv + std::min(argc, 3), argv + argc);
  if (methods.empty()) methods = {"box", "gf", "nl", "st", "gf+st"};
  for (const std::string& method : methods) runs.push_back(fastest(pair, "bare", method, levels, threads));
  if (argc <= 3) runs.push_back(fastest(pair, "default", "box", levels, threads));
  fmt::print("| 1242x375x{}, {} threads | ms | busy, each thread |\n|---|---:|---:|\n", levels, threads);
  for (const Run& run : runs) {
    fmt::print("| {} | {:.0f} |", run.name, ms(run.end - run.begin));
    for (const std::thread::id id : threads_of(run)) fmt::print(" {:.0f} %", 100 * run.busy(id));
    fmt::print(" |\n");
  }
  csca::write_picture(argv[1], draw(runs));
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "thread_trace: {}\n", error.what());
  return 1;
}
