// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// Raw images made a rectified pair. A module of its own, loaded when it is asked for: it needs OpenCV, and the matcher
// does not.
#include <csca/calibration_io.hpp>
#include <csca/rectify.hpp>

#include "arrays.hpp"
#include "images.hpp"
#include "module.hpp"

#include <pybind11/stl.h>

#include <optional>
#include <utility>
#include <vector>

namespace csca::python {
namespace {

py::tuple arrays_of(RectifiedPair pair) {
  return py::make_tuple(to_array(std::move(pair.left)), to_array(std::move(pair.right)),
                        to_array(std::move(pair.left_known)), to_array(std::move(pair.right_known)));
}

py::tuple calibration_of(const StereoRig& rig) {
  const Calibration made = rectified_calibration(rig);
  return py::make_tuple(made.focal_length, made.baseline, made.cx, made.cy, made.doffs, made.width, made.height);
}

/// Arrays, and the calibration of the pair.
py::tuple rectify(const py::object& left, const py::object& right, const std::vector<std::string>& files,
                  double alpha) {
  const HeldImage left_image = image_of(left, "left");
  const HeldImage right_image = image_of(right, "right");
  RectifiedPair pair;
  StereoRig rig;
  {
    const py::gil_scoped_release unlocked;
    const std::vector<std::filesystem::path> paths(files.begin(), files.end());
    const Rectifier rectifier(with_size(read_rig(paths), left_image.view.width, left_image.view.height),
                              {.alpha = alpha});
    pair = rectifier(left_image, right_image);
    rig = rectifier.rig();
  }
  return py::make_tuple(arrays_of(std::move(pair)), calibration_of(rig));
}

/// Arrays, and how far rows are off.
py::tuple rectify_unknown(const py::object& left, const py::object& right) {
  const HeldImage left_image = image_of(left, "left");
  const HeldImage right_image = image_of(right, "right");
  RectifiedPair pair;
  Uncalibrated found;
  {
    const py::gil_scoped_release unlocked;
    found = rectify_uncalibrated(left_image, right_image);
    const Rectifier rectifier(found.left_homography, found.right_homography, left_image.view.width,
                              left_image.view.height);
    pair = rectifier(left_image, right_image);
  }
  return py::make_tuple(arrays_of(std::move(pair)), found.row_error);
}

}  // namespace
}  // namespace csca::python

PYBIND11_MODULE(_rectify, module) {
  module.doc() = "Rectification, by OpenCV.";
  csca::python::add_errors();
  module.def("rectify", csca::python::rectify);
  module.def("rectify_unknown", csca::python::rectify_unknown);
}
