// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include "streams.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace csca::app {

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

std::string duration_text(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 90) return fmt::format("{} s", whole);
  const long minutes = (whole + 30) / 60;
  if (minutes < 90) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

Progress::Progress(bool wanted) : visible_(wanted && on_terminal()) {}

Progress::~Progress() {
  if (!drawn_.empty()) say("\r\x1b[K");
}

void Progress::show(double done) { draw(done, ""); }

void Progress::show(double done, const std::string& words) {
  if (!visible_) return;
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::string left = done > 0 ? duration_text(elapsed * (1 - done) / done) + " left" : "";
  draw(done, fmt::format(", {}{}{}", left, left.empty() ? "" : ", ", words));
}

void Progress::draw(double done, const std::string& tail) {
  if (!visible_) return;
  // One column stays free: a line that fills the last one would wrap, and the next \r would not reach its start.
  const int room = columns_of(STDERR_FILENO).value_or(80) - 1;
  const std::string percent = fmt::format("{:3} %", static_cast<int>(100 * done));
  const int frame = static_cast<int>(std::string("matching [] ").size() + percent.size());
  const int width = std::min(40, room - frame);
  std::string line = percent;
  if (width >= 4) {
    line =
        fmt::format("matching [{:<{}}] {}", std::string(static_cast<std::size_t>(done * width), '='), width, percent);
  }
  line = (line + tail).substr(0, static_cast<std::size_t>(std::max(room, 0)));
  if (line == drawn_) return;
  drawn_ = line;
  say(fmt::format("\r{}\x1b[K", line));
}

}  // namespace csca::app
