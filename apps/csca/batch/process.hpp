// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/files.hpp"

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace csca::app {

/// Another csca, with pipes to its standard input and from its standard output. It ends when this process does.
class Process {
 public:
  /// Throws Error where the system makes no more processes.
  explicit Process(const std::vector<std::string>& arguments);
  Process(Process&& other) noexcept = default;
  Process& operator=(Process&& other) noexcept = default;

  /// To its standard input. What a process that has ended cannot read is lost; its end tells why.
  void send(const std::string& text) const;

  int output() const { return out_.get(); }
  /// The whole lines that came since; nothing once it has closed its output. Waits for the first of them.
  std::optional<std::vector<std::string>> read_lines();

  /// Waits for its end. Empty where it ended by itself, or how it ended: "signal 9 (Killed)".
  std::string wait() const;

 private:
  pid_t pid_ = -1;
  io::Descriptor in_{-1};
  io::Descriptor out_{-1};
  std::string rest_;
};

}  // namespace csca::app
