// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace csca::app {

bool on_terminal() { return isatty(STDERR_FILENO) == 1; }

Progress::Progress(bool wanted) : visible_(wanted && on_terminal()) {}

Progress::~Progress() {
  if (drawn_ >= 0) fmt::print(stderr, "\r\x1b[K");
}

void Progress::show(double done) {
  const int percent = static_cast<int>(100 * done);
  if (!visible_ || percent == drawn_) return;
  drawn_ = percent;
  constexpr int width = 40;
  fmt::print(stderr, "\rmatching [{:<{}}] {:3} %", std::string(static_cast<std::size_t>(done * width), '='), width,
             percent);
  std::fflush(stderr);
}

}  // namespace csca::app
