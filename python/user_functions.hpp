// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "arrays.hpp"

#include <memory>

// Python functions in the places where C++ has hooks. They run with the interpreter's lock, whatever thread asks; what
// they raise reaches the caller as it is. The functions have to outlive what is made here.
namespace csca::python {

/// f(guide, volume) -> volume of the same shape.
AggregationFactory own_aggregation(py::handle function);

/// g(left, right, first, levels) -> volume (y, x, level).
CostFactory own_cost(py::handle function);

/// Costs that lie in an array, from disparity `first` on.
std::unique_ptr<MatchingCost> array_cost(std::shared_ptr<const VolumeView> volume, int first);

/// Looks for an interrupt from the keyboard, then calls the function if it is not None; False from it cancels.
std::function<void(double)> progress_hook(py::handle function);

}  // namespace csca::python
