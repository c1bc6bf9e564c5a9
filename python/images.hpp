// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include "arrays.hpp"

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>

// Images as Python programs have them: arrays, PIL images, names of files.
namespace csca::python {

/// Which colour an array's first channel is. PIL images and files say so themselves.
enum class Order { rgb, bgr };

/// The keyword `order`, taken out of `keywords`; RGB when it is not there.
Order take_order(py::dict& keywords);

/// An image and what holds its pixels.
struct HeldImage {
  py::object array;
  ImageView view;
  std::size_t copied = 0;  ///< bytes of a copy that the caller does not have

  operator const ImageView&() const { return view; }  // NOLINT(google-explicit-constructor): it is one, kept alive
};

/// An image of uint8, uint16 or float32, (y, x) or (y, x, channel): used where it lies when the pixels of each row lie
/// side by side as RGB, else copied. A str or os.PathLike is read. `name` is what sentences call it.
HeldImage image_of(const py::object& object, const std::string& name, Order order = Order::rgb);

/// The arguments of a function that takes a pair by position, since `right` is the name of an option too.
std::pair<py::object, py::object> two_images(const py::args& images, const char* function);

/// A str or os.PathLike; os.fsencode keeps names that are no UTF-8.
std::filesystem::path path_of(const py::object& file);

}  // namespace csca::python
