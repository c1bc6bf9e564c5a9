// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <cstddef>

namespace csca {

constexpr int box16_strip = 288;  ///< about so many columns: their rings of costs stay in the second cache
constexpr int box16_widest_strip = box16_strip + box16_strip / 2;

/// The strips into which the box filter on 16-bit costs cuts an image of this width.
PooledVector<Columns> box16_strips(int width);

/// Bytes of one task: a strip of a slab with so many levels, on all scales.
std::size_t box16_task_bytes(const BoxOptions& options, int width, int levels, int scales);

}  // namespace csca
