// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace csca::io {

/// Whether brackets of a JSON text stand in each other more deeply than in any file of ours. Values are walked by
/// recursion, and 80,000 levels of it would use up the stack.
inline bool nests_too_deeply(std::string_view json) {
  constexpr int most = 100;
  int depth = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') ++i;
      if (c == '"') in_text = false;
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      if (++depth > most) return true;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return false;
}

}  // namespace csca::io
