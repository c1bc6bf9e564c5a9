// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>

namespace csca::io {

/// A file descriptor that is closed on every way out.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int get() const { return number_; }
  /// Full disks and network folders may report a failed write only here.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

/// What the system's error number means and what the user can do about it.
std::string reason(int number);

/// "cannot read 'x.png': <why>".
[[noreturn]] void fail(const char* verb, const std::filesystem::path& file, const std::string& why,
                       ErrorKind kind = ErrorKind::bad_input);

/// The same with the reason that the system's error number tells.
[[noreturn]] void fail(const char* verb, const std::filesystem::path& file, int number);

/// "'x.png' is too large for the free memory; make it smaller".
[[noreturn]] void fail_too_large(const std::filesystem::path& file);

/// Opens a new file in the folder of `target`, with a name that nobody else has; O_EXCL settles races between threads
/// and processes. -1 and errno when it cannot.
int open_temporary(const std::filesystem::path& target, std::filesystem::path& name);

/// Through a symbolic link the file that it names is replaced, not the link.
std::filesystem::path behind_links(const std::filesystem::path& file);

/// The name in quotes, as errors show it.
std::string quoted(const std::filesystem::path& file);

/// All bytes of a regular file or a pipe.
std::string read_file(const std::filesystem::path& file);

/// The ending in lower case with its dot: ".pfm".
std::string ending_of(const std::filesystem::path& file);

}  // namespace csca::io
