// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include <csca/error.hpp>

#include <exception>
#include <string_view>

namespace csca::python {

// Looked up when needed, which is once a call: a static reference would outlive the interpreter.
pybind11::object python_class(const char* name) { return pybind11::module_::import("csca._types").attr(name); }

}  // namespace csca::python

PYBIND11_MODULE(_csca, module) {
  namespace py = pybind11;
  // Docstrings bring their own first line, which inspect.signature reads.
  py::options options;
  options.disable_function_signatures();
  module.doc() = "The compiled part of csca.";
  module.attr("__version__") = CSCA_VERSION;
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const csca::Error& error) {
      // Sentences name files, whose names need not be UTF-8.
      const std::string_view sentence = error.what();
      const auto text = py::reinterpret_steal<py::object>(
          PyUnicode_DecodeUTF8(sentence.data(), static_cast<py::ssize_t>(sentence.size()), "surrogateescape"));
      PyErr_SetObject(csca::python::python_class("Error").ptr(), text.ptr());
    }
  });
  // Functions say where users find them.
  const py::object name = module.attr("__name__");
  module.attr("__name__") = "csca";
  csca::python::add_match(module);
  csca::python::add_steps(module);
  csca::python::add_scores(module);
  csca::python::add_files(module);
  module.attr("__name__") = name;
}
