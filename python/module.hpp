// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

namespace csca::python {

/// A class of csca/_types.py.
pybind11::object python_class(const char* name);

/// What the functions of this module throw becomes a class of csca/_types.py.
void add_errors();

// Each file adds its functions.
void add_looks(pybind11::module_& module);
void add_match(pybind11::module_& module);
void add_stream(pybind11::module_& module);
void add_steps(pybind11::module_& module);
void add_files(pybind11::module_& module);
void add_metres(pybind11::module_& module);
void add_scores(pybind11::module_& module);

}  // namespace csca::python
