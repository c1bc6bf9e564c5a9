// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

#pragma GCC visibility push(default)
namespace csca {

enum class ErrorKind { bad_input, missing_file, no_memory, cancelled, internal };

/// The one exception of the library. Its message is a sentence for the user: what is wrong, where, what to do.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& sentence, ErrorKind kind = ErrorKind::bad_input)
      : std::runtime_error(sentence), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace csca
#pragma GCC visibility pop
