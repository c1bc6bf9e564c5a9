// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/volume.hpp>

#include "aggregate/restarts.hpp"

namespace csca {

/// The image's width in strips of about so many columns, or in one when that is 0. They begin at multiples of `step`:
/// by default where running sums start anew on every scale, so that a result's bits do not depend on strips.
PooledVector<Columns> strips(int width, int about, int step = longest_period);

}  // namespace csca
