// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <pybind11/pybind11.h>

namespace csca::python {

/// A csca.Result. Its warnings are told as Python does; where these are errors this throws.
pybind11::object to_python(Result result);

}  // namespace csca::python
