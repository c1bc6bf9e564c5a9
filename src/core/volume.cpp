// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/volume.hpp>

namespace csca {

Volume::Volume(int width, int height, Levels levels) : width_(width), height_(height), levels_(levels) {
  cells_.resize(static_cast<std::size_t>(height) * row_size());
}

}  // namespace csca
