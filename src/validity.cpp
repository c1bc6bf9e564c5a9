// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "validity.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace csca {

ValidityMap validity_of(const CostSource& finest, const Mask& known, const Mask& mask) {
  ValidityMap validity(finest.width(), finest.height());
  const bool rows_differ = finest.has_holes() || !mask.empty() || !known.empty();
  std::vector<int> counts(static_cast<std::size_t>(finest.width()));
  for (int y = 0; y < finest.height(); ++y) {
    if (y > 0 && !rows_differ) {
      std::copy_n(validity.row(0), finest.width(), validity.row(y));
      continue;
    }
    finest.count_partners(y, counts.data());
    for (int x = 0; x < finest.width(); ++x) {
      const int partners = counts[static_cast<std::size_t>(x)];
      const bool out = !mask.empty() && mask(x, y) == 0;
      const bool unknown = !out && !known.empty() && known(x, y) == 0;
      validity(x, y) = static_cast<std::uint8_t>((unknown ? unknown_pixel : 0) | (out ? masked : 0) |
                                                 (partners < finest.range().count ? partial_range : 0) |
                                                 (partners == 0 ? no_candidate : 0));
    }
  }
  return validity;
}

void forget_unknown(Plane<float>& disparity, const Mask& known) {
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (known.data()[i] == 0) disparity.data()[i] = std::numeric_limits<float>::quiet_NaN();
  }
}

}  // namespace csca
