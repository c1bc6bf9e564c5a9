// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>

#include <unistd.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace csca::io {

/// A file descriptor that is closed on every way out.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
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

/// Writes all bytes. Returns 0, or the error number.
int write_all(int descriptor, std::string_view bytes);

/// The folder that a file is in, "." for a name alone.
std::filesystem::path folder_of(const std::filesystem::path& file);

/// Through a symbolic link the file that it names is replaced, not the link.
std::filesystem::path behind_links(const std::filesystem::path& file);

/// The name in quotes, as errors show it.
std::string quoted(const std::filesystem::path& file);

/// All bytes of a regular file or a pipe.
std::string read_file(const std::filesystem::path& file);

/// The ending in lower case with its dot: ".pfm".
std::string ending_of(const std::filesystem::path& file);

}  // namespace csca::io
