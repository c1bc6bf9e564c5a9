// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace csca::python {
namespace {

constexpr std::string_view reserved = "lambda";

/// UTF-8 of a str, also of one that has none: half of a surrogate pair is written out.
std::string utf8(const py::handle& text) { return py::bytes(text.attr("encode")("utf-8", "backslashreplace")); }

/// A value as the text that the table reads. Whole numbers and floats of numpy count as Python's.
std::string value_text(const std::string& name, const py::handle& value) {
  if (value.is_none()) return "auto";
  if (py::isinstance<py::str>(value)) return utf8(value);
  const std::string type = py::str(py::type::of(value).attr("__name__"));
  if (py::isinstance<py::bool_>(value) || type == "bool_")
    return py::bool_(py::reinterpret_borrow<py::object>(value)) ? "true" : "false";
  // An array of one number would pass for a number.
  const bool single = !py::hasattr(value, "__len__");
  if (single && PyIndex_Check(value.ptr()) != 0)
    return py::str(py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr())));
  if (single && py::hasattr(value, "__float__")) return py::repr(py::float_(py::reinterpret_borrow<py::object>(value)));
  throw Error(fmt::format("{} is a {}: give a number, a text, True, False or None", name, type));
}

/// What is allowed, in Python's words.
std::string in_python(const Field& field) {
  return field.kind == Field::Kind::flag ? "True or False" : field.allowed("None");
}

py::object value_of(const Field& field, const Options& options) {
  const std::string text = field.get(options);
  if (field.optional && text == "auto") return py::none();
  switch (field.kind) {
    case Field::Kind::integer:
    case Field::Kind::bytes:
      return py::int_(py::str(text));
    case Field::Kind::real:
      return py::float_(py::str(text));
    case Field::Kind::flag:
      return py::bool_(text == "true");
    case Field::Kind::choice:
    case Field::Kind::list:
    case Field::Kind::mixture:
      break;
  }
  return py::str(text);
}

/// Functions that take all options make maps to trust; a single step does what it is asked.
const char* usual_preset(Names allowed) { return allowed.size() == 0 ? "default" : "bare"; }

}  // namespace

bool allows(Names names, const Field& field) {
  const auto named = [&](std::string_view name) { return name == field.name || name == field.group; };
  return names.size() == 0 || std::any_of(names.begin(), names.end(), named);
}

std::string keyword_of(std::string_view option) { return std::string(option) + (option == reserved ? "_" : ""); }

py::object take(py::dict& keywords, const char* name) {
  if (!keywords.contains(name)) return py::none();
  return keywords.attr("pop")(name);
}

Options take_options(py::dict& keywords, const char* function, Names allowed) {
  const py::object preset = take(keywords, "preset");
  if (!preset.is_none() && !py::isinstance<py::str>(preset)) throw Error("preset is no text: give the name of one");
  std::vector<Setting> settings;
  for (const auto& [key, value] : keywords) {
    std::string name = utf8(key);
    if (name == keyword_of(reserved)) name = reserved;
    const Field& known = field(name);
    if (!allows(allowed, known)) {
      throw Error(fmt::format("{} takes no option '{}': see help(csca.{})", function, name, function));
    }
    settings.emplace_back(name, value_text(name, value));
  }
  Options options = make_options(preset.is_none() ? usual_preset(allowed) : utf8(preset), settings);
  validate(options);
  return options;
}

py::dict options_dict(const Options& options) {
  py::dict result;
  for (const Field& field : fields()) result[py::str(keyword_of(field.name))] = value_of(field, options);
  return result;
}

std::string option_table(Names allowed) {
  const Options defaults = make_options(usual_preset(allowed));
  std::string text;
  std::string_view group;
  for (const Field& field : fields()) {
    if (!allows(allowed, field)) continue;
    if (field.group != group) text += fmt::format("\n{}\n", field.group);
    group = field.group;
    const py::object value = value_of(field, defaults);
    const std::string shown = field.kind == Field::Kind::real && !value.is_none()
                                  ? fmt::format("{:.4g}", value.cast<double>())
                                  : std::string(py::repr(value));
    text += fmt::format("    {}={}\n        {}; {}\n", keyword_of(field.name), shown, field.help, in_python(field));
  }
  return text;
}

py::list python_types(const Field& field) {
  py::list types;
  switch (field.kind) {
    case Field::Kind::integer:
      types.append("int");
      break;
    case Field::Kind::real:
      types.append("float");
      break;
    case Field::Kind::flag:
      types.append("bool");
      break;
    case Field::Kind::bytes:
      types.append("int");
      [[fallthrough]];
    case Field::Kind::choice:
    case Field::Kind::list:
    case Field::Kind::mixture:
      types.append("str");
  }
  return types;
}

py::list keywords_of(Names allowed) {
  py::list keywords;
  for (const Field& field : fields()) {
    if (allows(allowed, field)) keywords.append(keyword_of(field.name));
  }
  return keywords;
}

}  // namespace csca::python
