// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures of maps. A module of its own, loaded by the first picture: it needs Cairo, and the matcher does not.
#include <csca/picture.hpp>

#include "arrays.hpp"
#include "module.hpp"

#include <pybind11/stl.h>

#include <optional>
#include <utility>

namespace csca::python {
namespace {

py::array preview_array(const py::object& disparity, std::optional<std::pair<float, float>> range, bool legend) {
  const Plane<float> map = plane_of(disparity, "disparity");
  Image image;
  {
    const py::gil_scoped_release unlocked;
    const ColourRange colours = range ? ColourRange{range->first, range->second} : colour_range(map);
    image = legend ? to_image(preview(map, colours)) : paint_disparity(map, colours);
  }
  return to_array(std::move(image));
}

}  // namespace
}  // namespace csca::python

PYBIND11_MODULE(_picture, module) {
  module.doc() = "Pictures of csca.";
  csca::python::add_errors();
  module.def("preview", csca::python::preview_array);
}
