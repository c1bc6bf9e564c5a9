// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "arrays.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace csca::python {

std::string text(const py::object& object) { return py::str(object); }

std::string shape_of(const py::array& array) { return text(array.attr("shape")); }

namespace {

/// Its mask would be passed over in silence.
void refuse_masked(const py::object& object, const std::string& name) {
  if (!py::isinstance(object, py::module_::import("numpy.ma").attr("MaskedArray"))) return;
  throw Error(fmt::format("{0} is a masked array: give its .data, and csca.match a left_mask or right_mask", name));
}

}  // namespace

py::array readable(const py::object& object, const std::string& name) {
  const bool shows_itself = py::hasattr(object, "__array_interface__") || py::hasattr(object, "__array__");
  if (!shows_itself) {
    throw Error(fmt::format("{} is a {}: give a numpy array", name, text(py::type::of(object).attr("__name__"))));
  }
  refuse_masked(object, name);
  const py::array array = py::isinstance<py::array>(object)
                              ? py::reinterpret_borrow<py::array>(object)
                              : py::array(py::module_::import("numpy").attr("asarray")(object));
  if (!array.dtype().attr("isnative").cast<bool>()) {
    const std::string type = text(array.dtype().attr("str"));
    throw Error(fmt::format("{} is '{}', of another byte order than this machine's: use .astype('={}')", name, type,
                            type.substr(1)));
  }
  if ((array.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0) {
    throw Error(fmt::format("{} is {} at addresses between whole ones: use .copy()", name, text(array.dtype())));
  }
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    if (array.shape(i) > std::numeric_limits<int>::max()) {
      throw Error(fmt::format("{} has shape {}: more than fits; cut it into tiles", name, shape_of(array)));
    }
  }
  return array;
}

bool has_type(const py::array& array, char kind, py::ssize_t size) {
  return array.dtype().kind() == kind && array.itemsize() == size;
}

int extent(const py::array& array, py::ssize_t axis) { return static_cast<int>(array.shape(axis)); }

Error wrong_type(const py::array& array, const std::string& name, std::string_view allowed) {
  const bool floats = array.dtype().kind() == 'f' && allowed.ends_with("float32");
  return Error(fmt::format("{} is {}: allowed is {}{}", name, text(array.dtype()), allowed,
                           floats ? "; use .astype(np.float32)" : ""));
}

void check_rank(const py::array& array, const std::string& name, bool fits, const char* allowed) {
  if (!fits) throw Error(fmt::format("{} has shape {}: allowed is {}", name, shape_of(array), allowed));
}

void refuse_repeated(const py::array& array, const std::string& name) {
  for (py::ssize_t axis = 0; axis < array.ndim(); ++axis) {
    if (array.shape(axis) > 1 && array.strides(axis) == 0) {
      throw Error(fmt::format("{} has strides {}: one number stands for many; use .copy() if that is meant", name,
                              text(array.attr("strides"))));
    }
  }
}

namespace {

/// A map of values of T, copied row by row.
template <class T>
Plane<T> copy_plane(const py::array& array) {
  Plane<T> plane(extent(array, 1), extent(array, 0));
  const auto* data = static_cast<const char*>(array.data());
  for (int y = 0; y < plane.height(); ++y) {
    for (int x = 0; x < plane.width(); ++x) {
      plane(x, y) = *reinterpret_cast<const T*>(data + y * array.strides(0) + x * array.strides(1));
    }
  }
  return plane;
}

void check_map(const py::array& array, const std::string& name) {
  check_rank(array, name, array.ndim() == 2, "(y, x)");
  refuse_repeated(array, name);
  if (array.size() == 0) throw Error(fmt::format("{} has no pixels: its shape is {}", name, shape_of(array)));
}

/// Hands `values` to numpy, which deletes it with the last array that shows its values.
template <class Owner>
py::array owned(Owner values, const py::dtype& type, const std::vector<py::ssize_t>& shape,
                const std::vector<py::ssize_t>& strides, const void* (*data)(const Owner&)) {
  auto kept = std::make_unique<Owner>(std::move(values));
  const void* at = data(*kept);
  const py::capsule capsule(kept.get(), [](void* pointer) { delete static_cast<Owner*>(pointer); });
  static_cast<void>(kept.release());  // the capsule has it
  return {type, shape, strides, at, capsule};
}

template <class T>
py::array plane_array(Plane<T>&& plane) {
  const py::ssize_t width = plane.width();
  const py::ssize_t height = plane.height();
  constexpr py::ssize_t size = sizeof(T);
  return owned<Plane<T>>(std::move(plane), py::dtype::of<T>(), {height, width}, {width * size, size},
                         [](const Plane<T>& kept) -> const void* { return kept.data(); });
}

}  // namespace

Plane<float> plane_of(const py::object& object, const std::string& name) {
  const py::array array = readable(object, name);
  if (!has_type(array, 'f', 4)) throw wrong_type(array, name, "float32");
  check_map(array, name);
  return copy_plane<float>(array);
}

Mask mask_of(const py::object& object, const std::string& name, std::uint8_t yes) {
  if (object.is_none()) return {};
  const py::array array = readable(object, name);
  const bool flags = has_type(array, 'b', 1);
  if (!flags && !has_type(array, 'u', 1)) throw wrong_type(array, name, "uint8 or bool");
  check_map(array, name);
  Mask mask = copy_plane<std::uint8_t>(array);
  if (flags) std::transform(mask.begin(), mask.end(), mask.begin(), [&](auto flag) { return flag != 0 ? yes : 0; });
  return mask;
}

VolumeView::VolumeView(const py::object& object, std::string name) : name_(std::move(name)) {
  py::array array = readable(object, name_);
  if (!has_type(array, 'f', 4)) throw wrong_type(array, name_, "float32");
  check_rank(array, name_, array.ndim() == 3, "(y, x, level)");
  if (array.size() == 0) throw Error(fmt::format("{} has no cells: its shape is {}", name_, shape_of(array)));
  data_ = static_cast<const char*>(array.data());
  height_ = extent(array, 0);
  width_ = extent(array, 1);
  levels_ = extent(array, 2);
  row_bytes_ = array.strides(0);
  pixel_bytes_ = array.strides(1);
  level_bytes_ = array.strides(2);
  array_ = SharedObject(std::move(array));
}

void VolumeView::copy(int y, int begin, int end, int first, int count, int stride, float* out) const {
  const char* from = data_ + y * row_bytes_ + begin * pixel_bytes_ + first * level_bytes_;
  if (level_bytes_ == sizeof(float)) {
    for (int x = begin; x < end; ++x, from += pixel_bytes_, out += stride) {
      std::copy_n(reinterpret_cast<const float*>(from), count, out);
    }
    return;
  }
  // A network's (level, y, x) seen as (y, x, level): its pixels are side by side.
  for (int k = 0; k < count; ++k) {
    const char* pixel = from + k * level_bytes_;
    for (int x = begin; x < end; ++x, pixel += pixel_bytes_) {
      out[static_cast<std::ptrdiff_t>(x - begin) * stride + k] = *reinterpret_cast<const float*>(pixel);
    }
  }
}

void VolumeView::row(int y, float* out) const {
  const int stride = Volume::stride_for(levels_);
  copy(y, 0, width_, 0, levels_, stride, out);
  for (int x = 0; x < width_ && levels_ < stride; ++x) {
    float* cells = out + static_cast<std::ptrdiff_t>(x) * stride;
    std::fill(cells + levels_, cells + stride, 0.0F);
  }
}

void VolumeView::finite_row(int y, float* out) const {
  row(y, out);
  const int stride = Volume::stride_for(levels_);
  for (int x = 0; x < width_; ++x) {
    const float* cells = out + static_cast<std::ptrdiff_t>(x) * stride;
    const float* found = std::find_if(cells, cells + levels_, [](float cost) { return !std::isfinite(cost); });
    if (found == cells + levels_) continue;
    throw Error(
        fmt::format("{} is {} at [{}, {}, {}]: costs have to be finite; give cells that must not win a large "
                    "cost",
                    name_, *found, y, x, found - cells));
  }
}

py::array to_array(Plane<float> plane) { return plane_array(std::move(plane)); }
py::array to_array(Plane<std::uint8_t> plane) { return plane_array(std::move(plane)); }

py::array to_array(Image image) {
  const py::dtype type = image.sample() == Sample::u8    ? py::dtype::of<std::uint8_t>()
                         : image.sample() == Sample::u16 ? py::dtype::of<std::uint16_t>()
                                                         : py::dtype::of<float>();
  const auto size = static_cast<py::ssize_t>(bytes_per_sample(image.sample()));
  const auto row = static_cast<py::ssize_t>(image.row_bytes());
  std::vector<py::ssize_t> shape = {image.height(), image.width()};
  std::vector<py::ssize_t> strides = {row, size * image.channels()};
  if (image.channels() > 1) {
    shape.push_back(image.channels());
    strides.push_back(size);
  }
  return owned<Image>(std::move(image), type, shape, strides,
                      [](const Image& kept) { return static_cast<ImageView>(kept).data; });
}

py::array to_array(Volume volume) {
  constexpr py::ssize_t size = sizeof(float);
  const std::vector<py::ssize_t> shape = {volume.height(), volume.width(), volume.levels().count};
  const std::vector<py::ssize_t> strides = {static_cast<py::ssize_t>(volume.row_size()) * size, volume.stride() * size,
                                            size};
  return owned<Volume>(std::move(volume), py::dtype::of<float>(), shape, strides,
                       [](const Volume& kept) -> const void* { return kept.row(0); });
}

py::array to_array(const FloatImage& image, bool unknown_is_nan) {
  if (unknown_is_nan || image.known.empty()) return to_array(to_image(image));
  return to_array(to_image({image.channels, {}}));
}

}  // namespace csca::python
