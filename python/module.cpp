// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

PYBIND11_MODULE(_csca, module) {
  namespace py = pybind11;
  // Docstrings bring their own first line, which inspect.signature reads.
  py::options options;
  options.disable_function_signatures();
  module.doc() = "The compiled part of csca.";
  module.attr("__version__") = CSCA_VERSION;
  csca::python::add_errors();
  // Functions say where users find them.
  const py::object name = module.attr("__name__");
  module.attr("__name__") = "csca";
  csca::python::add_match(module);
  csca::python::add_stream(module);
  csca::python::add_looks(module);
  csca::python::add_steps(module);
  csca::python::add_scores(module);
  csca::python::add_files(module);
  csca::python::add_metres(module);
  module.attr("__name__") = name;
}
