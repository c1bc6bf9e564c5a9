// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/shapes.hpp"

namespace csca::picture {

/// Names of series and rules beside a sample of each, in as many lines as they need; returns the height. Above the
/// plot rather than inside, so that no name ever covers a line.
double add_legend(const Plot& plot, double x, double y, double width, std::vector<Shape>& shapes);

}  // namespace csca::picture
