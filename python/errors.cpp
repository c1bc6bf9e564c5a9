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

void add_errors() { pybind11::register_local_exception_translator(translate); }

}  // namespace csca::python
