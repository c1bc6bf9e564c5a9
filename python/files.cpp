// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/io.hpp>

#include "arrays.hpp"
#include "module.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

namespace csca::python {
namespace {

/// A str or os.PathLike; os.fsencode keeps names that are no UTF-8.
std::filesystem::path path_of(const py::object& file) {
  const std::string name = py::bytes(py::module_::import("os").attr("fsencode")(file));
  if (name.find('\0') != std::string::npos) {
    throw Error(
        fmt::format("cannot use '{}': a file's name ends at a NUL; take it out", name.substr(0, name.find('\0'))));
  }
  return name;
}

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return ending;
}

/// Infinity is how PFM writes "unknown": in Python that is NaN, as everywhere.
Image without_infinity(Image image) {
  if (image.sample() != Sample::f32) return image;
  for (int y = 0; y < image.height(); ++y) {
    float* row = image.row<float>(y);
    for (int i = 0; i < image.width() * image.channels(); ++i) {
      if (!std::isfinite(row[i])) row[i] = std::numeric_limits<float>::quiet_NaN();
    }
  }
  return image;
}

template <class Read>
auto unlocked_read(const Read& read) {
  const py::gil_scoped_release unlocked;
  return read();
}

py::array read_array(const py::object& file, const std::string& kind, std::optional<double> scale) {
  const std::filesystem::path path = path_of(file);
  if (scale && kind != "disparity") throw Error("scale is for disparity maps: add kind='disparity'");
  // npy files hold maps here.
  if (kind == "disparity" || (kind == "image" && ending_of(path) == ".npy")) {
    return to_array(unlocked_read([&] { return read_disparity(path, scale); }));
  }
  if (kind == "mask") return to_array(unlocked_read([&] { return read_mask(path); }));
  if (kind == "image") return to_array(unlocked_read([&] { return without_infinity(read_image(path)); }));
  throw Error(fmt::format("kind is '{}': allowed is image, disparity or mask", kind));
}

void write_array(const py::object& file, const py::object& array) {
  const std::filesystem::path path = path_of(file);
  if (py::isinstance<py::array>(array) && py::reinterpret_borrow<py::array>(array).dtype().kind() == 'u') {
    const ImageView view = image_view(array, "array");
    if (ending_of(path) != ".png") {
      throw Error(
          fmt::format("cannot write '{}': images of whole numbers go into .png; maps are float32", path.string()));
    }
    const py::gil_scoped_release unlocked;
    return write_png(path, view);
  }
  const Plane<float> map = plane_of(array, "array");
  const py::gil_scoped_release unlocked;
  write_disparity(path, map);
}

constexpr const char* read_doc = R"(read(file, kind="image", scale=None)
--

Reads an image, a disparity map or a mask into an array.

kind="image"
    PNG, JPEG, TIFF, PNM or PFM, recognised by content: uint8, uint16 or float32, (y, x) or (y, x, channel). Infinity in
    float images becomes NaN.
kind="disparity"
    float32 (y, x), NaN where unknown, from PFM, float TIFF, npy, or from PNG and PGM, whose values are divided by
    `scale`, 0 being unknown. Without a scale, 16-bit PNGs are KITTI's (256) and 8-bit values are pixels.
kind="mask"
    uint8 (y, x), the first channel

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "map.pfm")
...     csca.write(file, np.float32([[1.5, np.nan]]))
...     csca.read(file)
array([[1.5, nan]], dtype=float32)
)";

constexpr const char* write_doc = R"(write(file, array)
--

Writes an array, whole or not at all. The ending chooses the form.

float32 (y, x)
    a disparity map: .pfm (unknown is infinite), .png (KITTI: 16 bit, times 256, 0 is unknown), .tif or .npy
uint8 or uint16, (y, x) or (y, x, channel)
    an image: .png

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "grey.png")
...     csca.write(file, np.uint8([[0, 128, 255]]))
...     csca.read(file)
array([[  0, 128, 255]], dtype=uint8)
)";

}  // namespace

void add_files(py::module_& module) {
  module.def("read", read_array, py::arg("file"), py::arg("kind") = "image", py::arg("scale") = py::none(), read_doc);
  module.def("write", write_array, py::arg("file"), py::arg("array"), write_doc);
}

}  // namespace csca::python
