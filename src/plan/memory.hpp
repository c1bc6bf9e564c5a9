// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/plan.hpp"

namespace csca {

/// Bytes that a program holds at the peak of a match by this plan and schedule, the pair's images included. Looks at no
/// pixel.
std::size_t predicted_bytes(const Pair& pair, const Options& options, const Plan& plan, const Schedule& schedule);

}  // namespace csca
