// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include <algorithm>
#include <cstddef>

namespace csca {

/// The size up to which values are ordinary: 1000 times the median of a sample of sizes. Float sums of larger values
/// would lose the others. The sample is reordered; of an empty one, 1000.
inline float ordinary_size(PooledVector<float>& sizes) {
  constexpr float multiple = 1000;  // float sums of such values still keep four digits of a median one
  constexpr float most = 1e30F;     // sums of it are finite
  if (sizes.empty()) return multiple;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return std::min(multiple * *middle, most);
}

}  // namespace csca
