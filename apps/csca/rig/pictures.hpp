// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/calibrate.hpp>
#include <csca/picture.hpp>

namespace csca::app {

/// The image, at most `width` pixels wide, with the board's corners joined in the order in which they were found.
Image with_corners(const Image& image, const BoardSight& sight, int width);

/// Both views beside each other with lines along their rows, which meet the same things in a rectified pair.
Drawing with_rows(const Image& left, const Image& right);

}  // namespace csca::app
