// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/io.hpp>

#include "arrays.hpp"
#include "images.hpp"
#include "module.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>

namespace csca::python {
namespace {

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

py::array read_image_array(const py::object& file) {
  const std::filesystem::path path = path_of(file);
  // npy files hold maps here.
  if (ending_of(path) == ".npy") return to_array(unlocked_read([&] { return read_disparity(path, 1); }));
  return to_array(unlocked_read([&] { return without_infinity(read_image(path)); }));
}

void write_array(const py::object& file, const py::object& array, const py::object& order) {
  const std::filesystem::path path = path_of(file);
  const bool picture = py::hasattr(array, "getbands");  // PIL's
  if (picture || (py::isinstance<py::array>(array) && py::reinterpret_borrow<py::array>(array).dtype().kind() == 'u')) {
    py::dict keywords;
    keywords["order"] = order;
    const HeldImage image = image_of(array, "array", take_order(keywords));
    if (ending_of(path) != ".png") {
      throw Error(
          fmt::format("cannot write '{}': images of whole numbers go into .png; maps are float32", path.string()));
    }
    const py::gil_scoped_release unlocked;
    return write_png(path, image);
  }
  const Plane<float> map = plane_of(array, "array");
  const py::gil_scoped_release unlocked;
  write_disparity(path, map);
}

constexpr const char* read_doc = R"(read(file)
--

Reads an image: PNG, JPEG, TIFF, PNM or PFM, recognised by content. Returns uint8, uint16 or float32, (y, x) or
(y, x, channel), colours as RGB. Infinity in float images becomes NaN.

A 16-bit PNG is read as its whole numbers. If it holds disparities, csca.read_disparity gives them in pixels.

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "grey.png")
...     csca.write(file, np.uint8([[0, 128, 255]]))
...     csca.read(file)
array([[  0, 128, 255]], dtype=uint8)
)";

constexpr const char* read_disparity_doc = R"(read_disparity(file, scale=None)
--

Reads a disparity map: float32 (y, x), pixels, NaN where unknown. Files are PFM, float TIFF, npy, or PNG and PGM, whose
values are divided by `scale`, 0 being unknown. Without a scale, 16-bit PNGs are KITTI's (256) and 8-bit values are
pixels; other integers of 16 bits need one, such as 16 for the maps of OpenCV's matchers.

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "map.png")
...     csca.write(file, np.float32([[1.5, np.nan]]))
...     csca.read_disparity(file), csca.read(file)
(array([[1.5, nan]], dtype=float32), array([[384,   0]], dtype=uint16))
)";

constexpr const char* read_mask_doc = R"(read_mask(file)
--

Reads a mask: uint8 (y, x), the first channel of an image.

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "mask.png")
...     csca.write(file, np.uint8([[0, 255]]))
...     csca.read_mask(file)
array([[  0, 255]], dtype=uint8)
)";

constexpr const char* write_doc = R"(write(file, array, order="rgb")
--

Writes an array, whole or not at all. The ending chooses the form.

float32 (y, x)
    a disparity map: .pfm (unknown is infinite), .png (KITTI: 16 bit, times 256, 0 is unknown), .tif or .npy;
    csca.read_disparity gives it back
uint8 or uint16, (y, x) or (y, x, channel); a PIL image
    an image: .png; order="bgr" for arrays as cv2 has them

>>> import csca, os, tempfile
>>> import numpy as np
>>> with tempfile.TemporaryDirectory() as folder:
...     file = os.path.join(folder, "red.png")
...     csca.write(file, np.uint8([[[0, 0, 255]]]), order="bgr")
...     csca.read(file)
array([[[255,   0,   0]]], dtype=uint8)
)";

}  // namespace

void add_files(py::module_& module) {
  module.def("read", read_image_array, py::arg("file"), read_doc);
  module.def(
      "read_disparity",
      [](const py::object& file, std::optional<double> scale) {
        const std::filesystem::path path = path_of(file);
        return to_array(unlocked_read([&] { return read_disparity(path, scale); }));
      },
      py::arg("file"), py::arg("scale") = py::none(), read_disparity_doc);
  module.def(
      "read_mask",
      [](const py::object& file) {
        const std::filesystem::path path = path_of(file);
        return to_array(unlocked_read([&] { return read_mask(path); }));
      },
      py::arg("file"), read_mask_doc);
  module.def("write", write_array, py::arg("file"), py::arg("array"), py::arg("order") = "rgb", write_doc);
}

}  // namespace csca::python
