// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace csca::app {

void print_out(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (std::fflush(stdout) == 0 && written) return;
  throw Error(fmt::format("cannot write to standard output: {}; check where it goes", std::strerror(errno)));
}

void say(std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void write_output(const std::string& file, std::string_view bytes) {
  if (file == stream_name) return print_out(bytes);
  write_file(file, bytes);
}

void write_map(const std::string& file, const Plane<float>& map) {
  if (file == stream_name) return print_out(disparity_bytes(".pfm", map));
  write_disparity(file, map);
}

void check_no_terminal(const std::string& file) {
  if (file == stream_name && isatty(STDOUT_FILENO) == 1) {
    throw Error("standard output is a terminal, which cannot show a map: pipe it into a program, or name a file");
  }
}

std::optional<int> columns_of(int descriptor) {
  winsize size{};
  const bool known = isatty(descriptor) == 1 && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? std::optional<int>(size.ws_col) : std::nullopt;
}

std::filesystem::path input_file(const std::string& word) { return word == stream_name ? "/dev/stdin" : word; }

void check_inputs(const std::vector<std::string>& words) {
  const auto streams = std::count(words.begin(), words.end(), stream_name);
  if (streams > 1) throw Error("two inputs are '-', and standard input can be read once: name a file for one of them");
  if (streams == 1 && isatty(STDIN_FILENO) == 1) {
    throw Error("standard input is a terminal: pipe a file into csca, or name one instead of '-'");
  }
}

}  // namespace csca::app
