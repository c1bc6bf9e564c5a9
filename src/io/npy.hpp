// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <optional>
#include <string>

#include "io/source.hpp"

namespace csca::io {

inline constexpr std::string_view npy_magic{"\x93NUMPY", 6};

/// A two-dimensional numpy array of floats or integers; integers are divided by `scale` when there is one.
Plane<float> decode_npy(const Source& source, std::optional<double> scale = {});

/// float32, C order, little-endian.
std::string encode_npy(const Plane<float>& plane);

}  // namespace csca::io
