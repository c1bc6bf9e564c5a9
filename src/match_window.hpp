// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "plan/plan.hpp"

namespace csca {

/// `match` for a pair that may be a window of a `whole` one, which then decides what all windows share.
Result match_window(const Pair& pair, const Options& options, const Hooks& hooks, const WholePair* whole);

}  // namespace csca
