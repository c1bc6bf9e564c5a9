// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

namespace csca {

/// The options with a confidence wherever a least one is asked for.
SelectOptions with_confidence(SelectOptions options);

/// Whether the best levels but one have to be kept.
bool needs_runners_up(const SelectOptions& options);

/// The left-right check of a result that has both maps, and the confidence where that is their agreement.
void compare_views(Result& result, const SelectOptions& options, int threads);

/// Pixels that are less sure than asked become NaN, flagged `mismatched`. `lead` is the peak ratio, where a least one
/// is asked for.
void forget_doubtful(Result& result, const Plane<float>& lead, const SelectOptions& options);

}  // namespace csca
