// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>
#include <csca/refine.hpp>

#include <cstddef>
#include <vector>

namespace csca {

/// The pixels that a filling step may give a value to, by index in rising order: unknown ones, without those that have
/// no data unless `fill` is `all`. None when the whole map is unknown, for then there is nothing to fill from.
AlignedVector<std::size_t> pixels_to_fill(const Refinement& refinement, Fill fill);

/// The map with every pixel filled by the rule of `refine_fill`; a map without any known disparity comes back as it is.
Plane<float> filled_map(const Refinement& refinement);

/// Bytes a pixel that `filled_map` takes, its result counted.
inline constexpr std::size_t filled_map_bytes = 24;

}  // namespace csca
