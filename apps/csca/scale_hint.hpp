// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include <optional>

namespace csca::app {

/// By how much a truth is larger than a map that has its shape all over the image, as when integers in a file stand for
/// fractions of pixels; rounded to a whole number, or one over a whole number, where that is near. Nothing where the
/// two are of one size, or differ in more than that.
std::optional<double> common_factor(const Plane<float>& map, const Plane<float>& truth, const Mask& counted);

}  // namespace csca::app
