// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

#pragma GCC visibility push(default)
namespace csca {

/// The one exception of the library. Its message is a sentence for the user: what is wrong, where, what to do.
class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace csca
#pragma GCC visibility pop
