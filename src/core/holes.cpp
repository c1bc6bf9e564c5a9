// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/holes.hpp"

#include <algorithm>
#include <cstring>

namespace csca {

Holes::Holes(const Mask& known) {
  ends_.reserve(static_cast<std::size_t>(known.height()));
  for (int y = 0; y < known.height(); ++y) {
    const std::uint8_t* const row = known.row(y);
    const std::uint8_t* const end = row + known.width();
    for (const std::uint8_t* from = row; from < end;) {
      const auto* begin = static_cast<const std::uint8_t*>(std::memchr(from, 0, static_cast<std::size_t>(end - from)));
      if (begin == nullptr) break;
      from = std::find_if(begin, end, [](std::uint8_t value) { return value != 0; });
      stretches_.push_back({static_cast<int>(begin - row), static_cast<int>(from - row)});
    }
    ends_.push_back(stretches_.size());
  }
}

}  // namespace csca
