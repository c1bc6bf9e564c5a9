// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca::app {

/// A bar on standard error, drawn only on a terminal, gone when it is destroyed.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(double done);

 private:
  bool visible_;
  int drawn_ = -1;  // per cent on the screen
};

/// Whether standard error is a terminal.
bool on_terminal();

}  // namespace csca::app
