// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include <csca/error.hpp>

#include <exception>
#include <new>
#include <string_view>

namespace csca::python {

// Looked up when needed, which is once a call: a static reference would outlive the interpreter.
pybind11::object python_class(const char* name) { return pybind11::module_::import("csca._types").attr(name); }

namespace {

const char* class_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_input:
      return "Error";
    case ErrorKind::missing_file:
      return "MissingFile";
    case ErrorKind::no_memory:
      return "NoMemory";
    case ErrorKind::cancelled:
      return "Cancelled";
    case ErrorKind::internal:
      return "InternalError";
  }
  return "InternalError";
}

void raise(ErrorKind kind, std::string_view sentence) {
  // Sentences name files, whose names need not be UTF-8.
  const auto text = pybind11::reinterpret_steal<pybind11::object>(
      PyUnicode_DecodeUTF8(sentence.data(), static_cast<pybind11::ssize_t>(sentence.size()), "surrogateescape"));
  PyErr_SetObject(python_class(class_of(kind)).ptr(), text.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    raise(error.kind(), error.what());
  } catch (const std::bad_alloc&) {
    raise(ErrorKind::no_memory, "not enough memory: try a max_memory or a smaller image");
  }
}

}  // namespace
}  // namespace csca::python

PYBIND11_MODULE(_csca, module) {
  namespace py = pybind11;
  // Docstrings bring their own first line, which inspect.signature reads.
  py::options options;
  options.disable_function_signatures();
  module.doc() = "The compiled part of csca.";
  module.attr("__version__") = CSCA_VERSION;
  py::register_exception_translator(csca::python::translate);
  // Functions say where users find them.
  const py::object name = module.attr("__name__");
  module.attr("__name__") = "csca";
  csca::python::add_match(module);
  csca::python::add_steps(module);
  csca::python::add_scores(module);
  csca::python::add_files(module);
  module.attr("__name__") = name;
}
