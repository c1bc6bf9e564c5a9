// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace csca {

/// What a program can do about an error, where the sentence is for people.
enum class ErrorKind {
  bad_input,     ///< an image, a file, an option or an argument is not what it has to be
  missing_file,  ///< a file or folder is not there
  no_memory,     ///< the work needs more memory than there is or than the options allow
  cancelled,     ///< the caller asked to stop
  internal,      ///< a bug of csca
};

/// The one exception of the library. Its message is a sentence for the user: what is wrong, where, what to do.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence, ErrorKind kind = ErrorKind::bad_input)
      : std::runtime_error(sentence), kind_(kind) {}

  ErrorKind kind() const noexcept { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace csca
#pragma GCC visibility pop
