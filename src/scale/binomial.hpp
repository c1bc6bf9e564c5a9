// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace csca {

/// The filter ahead of taking every second pixel, of images and of volumes.
inline constexpr std::array<float, 5> binomial = {1.0F / 16, 4.0F / 16, 6.0F / 16, 4.0F / 16, 1.0F / 16};

/// Reflects an index without repeating the border: -1 is 1. Any index, any size.
inline int reflect(int i, int size) {
  if (size == 1) return 0;
  const int period = 2 * (size - 1);
  i = ((i % period) + period) % period;
  return i < size ? i : period - i;
}

}  // namespace csca
