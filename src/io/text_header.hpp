// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "io/source.hpp"

namespace csca::io {

/// The words of a PNM or PFM header, separated by white space and `#` comments.
class TextHeader {
 public:
  TextHeader(const Source& source, std::string_view format) : source_(source), format_(format), rest_(source.bytes) {}

  std::string_view word();
  /// A decimal number without sign; `what` names it in the error.
  std::uint32_t number(const char* what);
  /// The next 0 or 1: bits of plain bitmaps need no space between them.
  bool bit();
  /// Skips the single white space that ends a binary header and returns what follows it.
  std::string_view body();
  std::string_view rest() const { return rest_; }

 private:
  void skip_space();

  const Source& source_;
  std::string_view format_;
  std::string_view rest_;
};

}  // namespace csca::io
