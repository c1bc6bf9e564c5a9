// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace csca {

constexpr int patch_radius = 5;  ///< of what tells a corner from others, pixels
constexpr int patch_side = 2 * patch_radius + 1;

/// Grey values around a point: mean 0, length 1.
using Patch = std::array<float, patch_side * patch_side>;

/// The products of one patch and several: 1 where they are alike. Eight sums go side by side on every instruction set,
/// and nothing is fused: the same bits everywhere.
void likenesses(const Patch& one, const Patch* others, int count, float* results);

}  // namespace csca
