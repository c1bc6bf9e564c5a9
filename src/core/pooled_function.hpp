// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>

#include <utility>

namespace csca {

template <class Function>
struct PooledFunction : Function, Pooled {
  using Function::operator();
};

/// The function for a std::function to hold, which asks for memory where captures are large: it is then such memory as
/// serves from frame to frame.
template <class Function>
PooledFunction<Function> pooled(Function function) {
  return {std::move(function), {}};
}

}  // namespace csca
