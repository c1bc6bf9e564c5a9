// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibration_io.hpp>
#include <csca/cloud.hpp>
#include <csca/error.hpp>
#include <csca/geometry_io.hpp>

#include "arrays.hpp"
#include "images.hpp"
#include "module.hpp"

#include <pybind11/stl.h>

#include <array>
#include <filesystem>
#include <limits>
#include <optional>
#include <vector>

namespace csca::python {
namespace {

py::object to_python(const Calibration& c) {
  return python_class("Calibration")(c.focal_length, c.baseline, c.cx, c.cy, c.doffs, c.width, c.height);
}

/// A csca.Calibration, or what has its attributes.
Calibration calibration_of(const py::object& object) {
  if (!py::hasattr(object, "focal_length") || !py::hasattr(object, "baseline")) {
    throw Error("calibration is a " + text(py::type::of(object).attr("__name__")) +
                ": give a csca.Calibration, as csca.read_calibration returns it");
  }
  const auto number = [&](const char* name) { return object.attr(name).cast<double>(); };
  return {.width = object.attr("width").cast<int>(),
          .height = object.attr("height").cast<int>(),
          .focal_length = number("focal_length"),
          .cx = number("cx"),
          .cy = number("cy"),
          .doffs = number("doffs"),
          .baseline = number("baseline")};
}

std::vector<std::filesystem::path> paths_of(const py::object& files) {
  if (!py::isinstance<py::list>(files) && !py::isinstance<py::tuple>(files)) return {path_of(files)};
  std::vector<std::filesystem::path> paths;
  for (const py::handle& file : files) paths.push_back(path_of(py::reinterpret_borrow<py::object>(file)));
  return paths;
}

py::object read_calibration_files(const py::object& files, std::optional<double> metres_per_unit, int first_camera) {
  return to_python(read_calibration(paths_of(files), {metres_per_unit, first_camera}));
}

DepthRange range_of(double nearest, std::optional<double> farthest) {
  return {nearest, farthest.value_or(std::numeric_limits<double>::infinity())};
}

Plane<float> optional_plane(const py::object& object, const char* name) {
  return object.is_none() ? Plane<float>() : plane_of(object, name);
}

py::array depth_array(const py::object& disparity, const py::object& calibration, double nearest,
                      std::optional<double> farthest) {
  const Plane<float> map = plane_of(disparity, "disparity");
  return to_array(depth(map, calibration_of(calibration), range_of(nearest, farthest)));
}

py::array deviation_array(const py::object& metres, const py::object& calibration, double subpixel,
                          const py::object& confidence) {
  const Plane<float> map = plane_of(metres, "depth");
  return to_array(
      depth_deviation(map, calibration_of(calibration), subpixel, optional_plane(confidence, "confidence")));
}

/// An array (point, part) of what points have.
template <class T, std::size_t N>
py::array rows_of(const std::vector<std::array<T, N>>& values) {
  const std::vector<py::ssize_t> shape = {static_cast<py::ssize_t>(values.size()), static_cast<py::ssize_t>(N)};
  return py::array_t<T>(shape, reinterpret_cast<const T*>(values.data()));
}

py::object none_if_empty(py::array array) {
  return array.size() == 0 ? py::object(py::none()) : py::object(std::move(array));
}

py::object cloud_arrays(const py::object& disparity, const py::object& left, const py::object& calibration,
                        const py::object& confidence, double nearest, std::optional<double> farthest,
                        double min_confidence, int step, bool normals, double edge, bool upright,
                        const py::object& file) {
  const Plane<float> map = plane_of(disparity, "disparity");
  const HeldImage image = left.is_none() ? HeldImage() : image_of(left, "left");
  const Plane<float> sure = optional_plane(confidence, "confidence");
  const Calibration cameras = calibration_of(calibration);
  const std::optional<std::filesystem::path> path =
      file.is_none() ? std::nullopt : std::optional<std::filesystem::path>(path_of(file));
  const CloudOptions options{.range = range_of(nearest, farthest),
                             .min_confidence = min_confidence,
                             .step = step,
                             .normals = normals,
                             .upright = upright,
                             .edge = edge};
  Cloud made;
  {
    const py::gil_scoped_release unlocked;
    made = cloud(map, image, cameras, options, sure);
    if (path) write_ply(*path, made);
  }
  const py::array_t<float> sureness(static_cast<py::ssize_t>(made.confidence.size()), made.confidence.data());
  return python_class("Cloud")(rows_of(made.points), none_if_empty(rows_of(made.colours)),
                               none_if_empty(rows_of(made.normals)), none_if_empty(sureness));
}

void write_depth_file(const py::object& file, const py::object& metres) {
  write_depth(path_of(file), plane_of(metres, "depth"));
}

constexpr const char* read_calibration_doc = R"(read_calibration(files, metres_per_unit=None, first_camera=2)
--

Reads what turns disparities into metres: OpenCV YAML and XML, ROS camera_info, Middlebury's calib.txt, KITTI's in both
layouts. Files are recognised by content.

files
    a name, or two in a list: camera_info of the left and the right camera, or OpenCV's intrinsics and extrinsics
metres_per_unit
    of the file's lengths; without it millimetres in Middlebury's files and metres in others
first_camera
    of KITTI's four: 2 for the colour images, 0 for the grey ones

Returns a csca.Calibration.

>>> import csca, os, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "calib.txt")
...     with open(file, "w") as text:
...         _ = text.write("cam0=[900 0 320; 0 900 240; 0 0 1]\ncam1=[900 0 324; 0 900 240; 0 0 1]\nbaseline=120\n")
...     csca.read_calibration(file)
Calibration(focal_length=900.0, baseline=0.12, cx=320.0, cy=240.0, doffs=4.0, width=0, height=0)
)";

constexpr const char* depth_doc = R"(depth(disparity, calibration, nearest=0.0, farthest=None)
--

Metres along the camera's axis: focal length * baseline / (disparity + doffs). float32 (y, x); NaN where the disparity is
unknown, where disparity + doffs is not above 0, and outside `nearest` to `farthest`.

>>> import csca, numpy as np
>>> camera = csca.Calibration(focal_length=900, baseline=0.12, cx=1, cy=0)
>>> csca.depth(np.float32([[54, 27, 0, np.nan]]), camera)
array([[ 2.,  4., nan, nan]], dtype=float32)
)";

constexpr const char* deviation_doc = R"(depth_deviation(depth, calibration, subpixel=0.3, confidence=None)
--

The standard deviation of depths in metres: depth^2 / (focal length * baseline) times that of the disparity. That is
`subpixel` pixels; with a map of peak_ratio it is that for confidences of 0.15, less for surer pixels and more for others.

>>> import csca, numpy as np
>>> camera = csca.Calibration(focal_length=900, baseline=0.12, cx=1, cy=0)
>>> csca.depth_deviation(np.float32([[2, 4]]), camera).round(4)
array([[0.0111, 0.0444]], dtype=float32)
)";

constexpr const char* cloud_doc =
    R"(cloud(disparity, left, calibration, confidence=None, nearest=0.0, farthest=None, min_confidence=0.0, step=1, normals=False, edge=2.0, upright=False, file=None)
--

The map's points in metres, with the left image's colours: x to the right, y down, z into the scene; `upright` turns them
as programs show clouds, y up and z towards the viewer.

left
    the image, or None for points without colours
confidence, min_confidence
    how sure disparities are; less sure ones make no point
step
    a point for every step-th pixel of every step-th row
normals
    with the surface's direction at each point, of length 1, towards the camera
edge
    pixels fly when fewer than half of their 24 neighbours have a disparity within so many pixels: they make no point.
    0: all do
file
    also written here, as binary PLY

Returns a csca.Cloud with points, colours, normals and confidence.

>>> import csca, numpy as np
>>> camera = csca.Calibration(focal_length=900, baseline=0.12, cx=1, cy=0)
>>> cloud = csca.cloud(np.full((2, 3), 54, np.float32), np.zeros((2, 3, 3), np.uint8), camera)
>>> len(cloud.points), cloud.points[0].round(4).tolist(), cloud.colours.shape
(6, [-0.002199999988079071, 0.0, 2.0], (6, 3))
)";

constexpr const char* write_depth_doc = R"(write_depth(file, depth)
--

Writes depths in metres, whole or not at all: .png (16-bit millimetres, 0 is unknown), .tif, .pfm or .npy (float metres).
PNG and TIFF say their unit inside; a .json file beside PFM and npy does.

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "depth.png")
...     csca.write_depth(file, np.float32([[1.5, np.nan]]))
...     csca.read(file)
array([[1500,    0]], dtype=uint16)
)";

}  // namespace

void add_metres(py::module_& module) {
  module.def("read_calibration", read_calibration_files, py::arg("files"), py::arg("metres_per_unit") = py::none(),
             py::arg("first_camera") = 2, read_calibration_doc);
  module.def("depth", depth_array, py::arg("disparity"), py::arg("calibration"), py::arg("nearest") = 0.0,
             py::arg("farthest") = py::none(), depth_doc);
  module.def("depth_deviation", deviation_array, py::arg("depth"), py::arg("calibration"), py::arg("subpixel") = 0.3,
             py::arg("confidence") = py::none(), deviation_doc);
  module.def("cloud", cloud_arrays, py::arg("disparity"), py::arg("left"), py::arg("calibration"),
             py::arg("confidence") = py::none(), py::arg("nearest") = 0.0, py::arg("farthest") = py::none(),
             py::arg("min_confidence") = 0.0, py::arg("step") = 1, py::arg("normals") = false,
             py::arg("edge") = CloudOptions().edge, py::arg("upright") = false, py::arg("file") = py::none(),
             cloud_doc);
  module.def("write_depth", write_depth_file, py::arg("file"), py::arg("depth"), write_depth_doc);
}

}  // namespace csca::python
