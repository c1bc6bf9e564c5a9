// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/volume.hpp>

#include <vector>

namespace csca {

/// The image's width in strips of about so many columns, or in one when that is 0. Sums along rows begin at a strip's
/// first column, so strips are part of a result's bits: they depend on the width and the method alone.
std::vector<Columns> strips(int width, int about);

}  // namespace csca
