// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>
#include <csca/image.hpp>
#include <csca/plane.hpp>
#include <csca/volume.hpp>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

// numpy arrays as the library's types and back. No number is converted on the quiet: an array of another kind is
// refused with a sentence. What is large is used where it lies if it can be.
namespace csca::python {

namespace py = pybind11;

/// A reference that may be dropped by any thread, with or without the interpreter's lock.
class SharedObject {
 public:
  SharedObject() = default;
  explicit SharedObject(py::object object) : object_(std::move(object)) {}
  SharedObject(SharedObject&&) = default;
  SharedObject& operator=(SharedObject&& other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  SharedObject(const SharedObject&) = delete;
  SharedObject& operator=(const SharedObject&) = delete;
  ~SharedObject() {
    if (!object_) return;
    const py::gil_scoped_acquire lock;
    object_ = py::object();
  }
  const py::object& get() const { return object_; }

 private:
  py::object object_;
};

// What readers of arrays share; `name` is what sentences call the array.

/// Python's str().
std::string text(const py::object& object);
std::string shape_of(const py::array& array);

/// An array, or what shows itself as one (PIL, torch), that can be read as it lies in memory: native byte order,
/// aligned, sizes that fit an int.
py::array readable(const py::object& object, const std::string& name);

bool has_type(const py::array& array, char kind, py::ssize_t size);
int extent(const py::array& array, py::ssize_t axis);

/// A sentence on an array of another type, with the conversion if it is one that people meet.
Error wrong_type(const py::array& array, const std::string& name, std::string_view allowed);
void check_rank(const py::array& array, const std::string& name, bool fits, const char* allowed);

/// Throws where one number stands for many cells, which a copy would make as many.
void refuse_repeated(const py::array& array, const std::string& name);

/// A copy of a map of float32 (y, x).
Plane<float> plane_of(const py::object& object, const std::string& name);

/// A copy of a uint8 or bool map (y, x), true as `yes`. None is an empty one.
Mask mask_of(const py::object& object, const std::string& name, std::uint8_t yes);

/// Costs (y, x, level) of float32 where numpy has them, in any order in memory.
class VolumeView {
 public:
  /// Throws Error when the array is no such volume; takes a reference to it.
  VolumeView(const py::object& object, std::string name);

  int width() const { return width_; }
  int height() const { return height_; }
  int levels() const { return levels_; }

  /// Levels [first, first + count) of pixels [begin, end) of row y to out[(x - begin) * stride + k].
  void copy(int y, int begin, int end, int first, int count, int stride, float* out) const;

  /// Row y as a Volume has it, padding 0.
  void row(int y, float* out) const;

  /// The same of costs that are to be blended or compared: throws Error that names the first NaN or infinite one.
  void finite_row(int y, float* out) const;

  const std::string& name() const { return name_; }

 private:
  SharedObject array_;
  std::string name_;
  const char* data_ = nullptr;
  int width_ = 0;
  int height_ = 0;
  int levels_ = 0;
  std::ptrdiff_t row_bytes_ = 0;
  std::ptrdiff_t pixel_bytes_ = 0;
  std::ptrdiff_t level_bytes_ = 0;
};

/// Arrays that own what was moved into them.
py::array to_array(Plane<float> plane);
py::array to_array(Plane<std::uint8_t> plane);
py::array to_array(Image image);
py::array to_array(Volume volume);  ///< (y, x, level); pixels lie whole SIMD vectors apart

/// The image as an array (y, x) or (y, x, 3), white at 1.
py::array to_array(const FloatImage& image, bool unknown_is_nan);

}  // namespace csca::python
