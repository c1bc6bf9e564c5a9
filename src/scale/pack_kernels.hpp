// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

/// `count` cells of each pixel from one layout to another.
void pack_levels(const float* row, int width, int stride, int count, int packed_stride, float* packed);

}  // namespace csca
