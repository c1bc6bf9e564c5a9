// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "images.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace csca::python {
namespace {

bool is_path(const py::object& object) {
  return py::isinstance<py::str>(object) || py::isinstance<py::bytes>(object) || py::hasattr(object, "__fspath__");
}

/// PIL's modes whose samples are grey or RGB, with or without alpha; in others they mean something else.
void check_mode(const py::object& object, const std::string& name) {
  if (!py::hasattr(object, "mode") || !py::hasattr(object, "getbands")) return;
  constexpr std::string_view known[] = {"L", "LA", "RGB", "RGBA", "RGBX", "I;16", "F"};
  const std::string mode = text(object.attr("mode"));
  if (std::find(std::begin(known), std::end(known), mode) != std::end(known)) return;
  throw Error(fmt::format("{} is a PIL image of mode '{}': use {}", name, mode,
                          mode == "I" ? "np.asarray(image).astype(np.uint16)" : ".convert('RGB')"));
}

Sample sample_of(const py::array& array, const std::string& name) {
  if (has_type(array, 'u', 1)) return Sample::u8;
  if (has_type(array, 'u', 2)) return Sample::u16;
  if (has_type(array, 'f', 4)) return Sample::f32;
  throw wrong_type(array, name, "uint8, uint16 or float32");
}

/// Whether the samples of each row lie side by side, as an ImageView has them; `step` is that from channel to channel.
bool is_packed(const py::array& array, py::ssize_t step) {
  const py::ssize_t channels = array.ndim() == 3 ? array.shape(2) : 1;
  const py::ssize_t pixel = channels * array.itemsize();
  return (channels == 1 || array.strides(2) == step) && (array.shape(1) == 1 || array.strides(1) == pixel) &&
         (array.shape(0) == 1 || std::abs(array.strides(0)) >= array.shape(1) * pixel);
}

HeldImage image_of_array(py::array array, const std::string& name, Order order) {
  const Sample sample = sample_of(array, name);
  check_rank(array, name, array.ndim() == 2 || (array.ndim() == 3 && array.shape(2) >= 1 && array.shape(2) <= 4),
             "(y, x), or (y, x, channel) with 1 to 4 channels");
  if (array.size() == 0) throw Error(fmt::format("{} has no pixels: its shape is {}", name, shape_of(array)));
  refuse_repeated(array, name);
  HeldImage image;
  const py::ssize_t size = array.itemsize();
  // Three channels from back to front, image[:, :, ::-1], are the same samples in the other order.
  const bool reversed = array.ndim() == 3 && array.shape(2) == 3 && is_packed(array, -size);
  if (!reversed && !is_packed(array, size)) {
    array = py::module_::import("numpy").attr("ascontiguousarray")(array);
    image.copied = static_cast<std::size_t>(array.nbytes());
  }
  image.view = {.data = static_cast<const char*>(array.data()) - (reversed ? 2 * size : 0),
                .width = extent(array, 1),
                .height = extent(array, 0),
                .channels = array.ndim() == 3 ? extent(array, 2) : 1,
                .sample = sample,
                .row_bytes = array.strides(0),
                .bgr = (order == Order::bgr) != reversed};
  image.array = std::move(array);
  return image;
}

}  // namespace

Order take_order(py::dict& keywords) {
  const py::object order = take(keywords, "order");
  const std::string name = order.is_none() ? "rgb" : text(order);
  if (name == "rgb") return Order::rgb;
  if (name == "bgr") return Order::bgr;
  throw Error(fmt::format("order is '{}': allowed is 'rgb' or 'bgr', which is what cv2.imread gives", name));
}

std::filesystem::path path_of(const py::object& file) {
  const std::string name = py::bytes(py::module_::import("os").attr("fsencode")(file));
  if (name.find('\0') != std::string::npos) {
    throw Error(
        fmt::format("cannot use '{}': a file's name ends at a NUL; take it out", name.substr(0, name.find('\0'))));
  }
  return name;
}

HeldImage image_of(const py::object& object, const std::string& name, Order order) {
  if (is_path(object)) {
    const std::filesystem::path file = path_of(object);
    const auto read = [&] {
      const py::gil_scoped_release unlocked;
      return read_image(file);
    };
    return image_of_array(to_array(read()), name, Order::rgb);
  }
  if (py::isinstance<py::array>(object)) return image_of_array(readable(object, name), name, order);
  if (!py::hasattr(object, "__array_interface__") && !py::hasattr(object, "__array__")) {
    throw Error(fmt::format("{} is a {}: give a numpy array, a PIL image or a file's name", name,
                            text(py::type::of(object).attr("__name__"))));
  }
  check_mode(object, name);
  const bool says_itself = py::hasattr(object, "getbands");
  return image_of_array(readable(object, name), name, says_itself ? Order::rgb : order);
}

std::pair<py::object, py::object> two_images(const py::args& images, const char* function) {
  if (images.size() == 2) return {images[0], images[1]};
  throw py::type_error(
      fmt::format("{0} takes two images by position, then options by keyword, as in {0}(left, right, "
                  "levels=64): {1} {2} given by position",
                  function, images.size(), images.size() == 1 ? "was" : "were"));
}

}  // namespace csca::python
