// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/volume.hpp>

#include "core/offset.hpp"

namespace csca {

Volume::Volume(int width, int height, Levels levels) : width_(width), height_(height), levels_(levels) {
  // Kernels may read a whole vector from any cell on: the last ones need room behind them.
  constexpr std::size_t behind = 16;
  cells_.assign(offset(height, row_size()) + behind, 0.0F);
}

}  // namespace csca
