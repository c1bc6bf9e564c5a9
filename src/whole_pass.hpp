// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "slab_pass.hpp"

#include <cstddef>

namespace csca {

/// What run_groups does, for box sums of whole-number costs. These need few rows of each scale at a time: scales run
/// side by side, a row of a coarser one when a finer one first reads it, and no scale is stored. So tasks, a strip of
/// columns of a slab each, share nothing, and all of a plan's slabs may be one group.
void run_whole_groups(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan& plan,
                      const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink);

/// Strips that an image of this width is cut into.
std::vector<Columns> whole_strips(int width);

/// Bytes of one task with so many levels, for predictions.
std::size_t whole_task_bytes(const BoxOptions& options, int width, int levels, int scales);

}  // namespace csca
