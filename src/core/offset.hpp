// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>

namespace csca {

/// count * stride as a size: int would overflow from 2^31 values on. Neither is negative.
constexpr std::size_t offset(std::integral auto count, std::integral auto stride) {
  return static_cast<std::size_t>(count) * static_cast<std::size_t>(stride);
}

}  // namespace csca
