// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace csca::app {

/// A bar on standard error, drawn only on a terminal, gone when it is destroyed.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double done);
  /// With the time left, as far as `done` has been even, and a few words behind it.
  void show(double done, const std::string& words);

 private:
  void draw(double done, const std::string& tail);

  bool visible_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::string drawn_;
};

/// "40 s", "12 min", "3 h 20 min".
std::string duration_text(double seconds);

/// Whether standard error is a terminal.
bool on_terminal();

}  // namespace csca::app
