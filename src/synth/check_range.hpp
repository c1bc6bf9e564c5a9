// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>

#include <sstream>

namespace csca::synth {

/// Throws Error for a value of a field outside what is allowed.
template <class T>
void check_range(const char* field, T value, T low, T high, const char* kind) {
  if (value >= low && value <= high) return;  // written so that NaN is refused
  std::ostringstream text;
  text << field << " is " << value << ": allowed is " << kind << " from " << low << " to " << high;
  throw Error(text.str());
}

}  // namespace csca::synth
