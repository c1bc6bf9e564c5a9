// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include "plan/first_look.hpp"

#include <vector>

namespace csca {

/// What each tile has to search by a look at small copies, with a margin, within the range of all; all of it where
/// nothing was seen.
std::vector<Levels> local_ranges(const std::vector<Window>& tiles, Levels range, const std::vector<SmallPair>& copies,
                                 int threads);

}  // namespace csca
