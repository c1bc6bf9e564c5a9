// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

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
  if (!drawn_.empty()) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(double done) { draw(done, ""); }

void Progress::show(double done, const std::string& words) {
  if (!visible_) return;
  const double elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  const std::string left = done > 0 ? duration_text(elapsed * (1 - done) / done) + " left" : "";
  draw(done, fmt::format(", {}{}{}", left, left.empty() ? "" : ", ", words));
}

void Progress::draw(double done, const std::string& tail) {
  constexpr int width = 40;
  const std::string line =
      fmt::format("matching [{:<{}}] {:3} %{}", std::string(static_cast<std::size_t>(done * width), '='), width,
                  static_cast<int>(100 * done), tail);
  if (!visible_ || line == drawn_) return;
  drawn_ = line;
  fmt::print(stderr, "\r{}\x1b[K", line);
  std::fflush(stderr);
}

}  // namespace csca::app
