// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include <pybind11/pybind11.h>

#include <initializer_list>
#include <string>
#include <string_view>

// Keywords of Python functions, read by the same table as the tool's flags.
namespace csca::python {

namespace py = pybind11;

/// The option as a Python keyword: lambda, which is a word of the language, gets an underscore.
std::string keyword_of(std::string_view option);

/// The keyword's value, taken out of `keywords`; None when it is not there.
py::object take(py::dict& keywords, const char* name);

/// Options, each by its own name or that of its group; empty for all.
using Names = std::initializer_list<std::string_view>;
bool allows(Names names, const Field& field);

/// Options from `preset` and the other keywords, checked. `function` is who asks. Without a preset those that take all
/// options start from "default", single steps from the method alone.
Options take_options(py::dict& keywords, const char* function, Names allowed = {});

/// The options that are allowed, with default, help and allowed values, for docstrings.
std::string option_table(Names allowed = {});

/// Values by keyword, as Python knows them.
py::dict options_dict(const Options& options);

/// The types that a keyword takes, None apart: "int", "str".
py::list python_types(const Field& field);

/// The keywords of the options that are allowed.
py::list keywords_of(Names allowed);

}  // namespace csca::python
