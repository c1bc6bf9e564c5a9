// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "io/source.hpp"

namespace csca::io {

inline constexpr std::string_view npy_magic{"\x93NUMPY", 6};

/// What stands before an array.
struct NpyHeader {
  std::string type;                  // numpy's, such as <f4
  bool by_column;                    // Fortran's order
  std::string shape_text;            // for sentences
  std::vector<std::uint32_t> shape;  // empty when it could not be understood
  std::size_t start;                 // of the array, in bytes
};

/// Needs no more of the file than the header.
NpyHeader read_npy_header(const Source& source);

/// A two-dimensional numpy array of floats or integers; integers are divided by `scale` when there is one.
Plane<float> decode_npy(const Source& source, std::optional<double> scale = {});

/// The header of a float32 array in C order, little-endian.
std::string encode_npy_header(std::initializer_list<int> shape);

/// The same with the array.
std::string encode_npy(const Plane<float>& plane);

}  // namespace csca::io
