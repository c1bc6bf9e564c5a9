// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "validity.hpp"

#include <algorithm>
#include <limits>

namespace csca {

ValidityMap validity_of(const CostSource& finest, const Mask& known, const Mask& mask) {
  ValidityMap validity(finest.width(), finest.height());
  const bool rows_differ = finest.has_holes() || !mask.empty() || !known.empty();
  for (int y = 0; y < finest.height(); ++y) {
    if (y > 0 && !rows_differ) {
      std::copy_n(validity.row(0), finest.width(), validity.row(y));
      continue;
    }
    for (int x = 0; x < finest.width(); ++x) {
      const int partners = finest.partners(x, y);
      const bool out = !mask.empty() && mask(x, y) == 0;
      const bool unknown = !out && !known.empty() && known(x, y) == 0;
      validity(x, y) =
          static_cast<std::uint8_t>((unknown ? Validity::unknown_pixel : 0) | (out ? Validity::masked : 0) |
                                    (partners < finest.range().count ? Validity::partial_range : 0) |
                                    (partners == 0 ? Validity::no_candidate : 0));
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
