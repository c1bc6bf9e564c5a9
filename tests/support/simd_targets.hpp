// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/simd.hpp>

#include "support/sanitized.hpp"

#include <gtest/gtest.h>

namespace csca {

/// Runs `body` once on each instruction set of this machine; failures name it. Threads are the same on all of them:
/// where these are watched, the best one does.
template <class Body>
void on_every_simd_target(const Body& body) {
  const std::string_view before = simd_target();
  for (const std::string_view target : simd_targets()) {
    if (slow && target != before) continue;
    SCOPED_TRACE(target);
    use_simd_target(target);
    body();
  }
  use_simd_target(before);
}

}  // namespace csca
