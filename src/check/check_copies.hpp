// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/check.hpp>

#include "plan/first_look.hpp"

#include <vector>

namespace csca {

/// `check_pair` for copies that are there already; `width` is the pair's.
std::vector<Finding> check_copies(const std::vector<SmallPair>& copies, int width, const Options& options);

}  // namespace csca
