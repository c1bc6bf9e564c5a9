// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "result.hpp"

#include "arrays.hpp"
#include "match_call.hpp"
#include "module.hpp"

#include <string>
#include <utility>

namespace csca::python {
namespace {

/// An empty map is None: it was not asked for.
template <class T>
py::object map_or_none(Plane<T> plane) {
  if (plane.empty()) return py::none();
  return to_array(std::move(plane));
}

py::dict to_dict(const Timings& seconds) {
  py::dict result;
  for (const auto& [name, step] : {std::pair{"pyramid", &Timings::pyramid},
                                   {"cost", &Timings::cost},
                                   {"aggregate", &Timings::aggregate},
                                   {"combine", &Timings::combine},
                                   {"select", &Timings::select},
                                   {"refine", &Timings::refine},
                                   {"total", &Timings::total}}) {
    result[name] = seconds.*step;
  }
  return result;
}

/// Tells it as Python does. With warnings that are errors this throws.
void warn(const std::string& sentence) {
  if (PyErr_WarnEx(python_class("PairWarning").ptr(), sentence.c_str(), 1) != 0) throw py::error_already_set();
}

}  // namespace

py::object to_python(Result result) {
  for (const std::string& sentence : result.warnings) warn(sentence);
  py::list weights;
  for (const double weight : result.weights) weights.append(weight);
  py::list warnings;
  for (const std::string& warning : result.warnings) warnings.append(warning);
  py::list planes;
  for (const SlantedPlane& plane : result.planes) {
    planes.append(py::make_tuple(plane.along, plane.down, plane.offset));
  }
  return python_class("Result")(to_array(std::move(result.disparity)), to_array(std::move(result.validity)),
                                map_or_none(std::move(result.confidence)),
                                map_or_none(std::move(result.right_disparity)), to_range(result.range), result.scales,
                                weights, result.white, to_dict(result.seconds), warnings, planes,
                                map_or_none(std::move(result.plane)));
}

}  // namespace csca::python
