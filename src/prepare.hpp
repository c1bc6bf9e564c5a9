// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <vector>

namespace csca {

/// What is decided before a pixel is touched.
struct Plan {
  Levels range;
  int scales = 1;
  double white = 255;
  bool grey = false;  // only one of the two has colour: match luma
  std::vector<Levels>
      slabs;  // cut at multiples of 2^(scales - 1), so that coarser levels are shared as little as possible
};

/// Checks images and options (throws Error) and resolves everything that was left open, the range included.
Plan prepare(const ImageView& left, const ImageView& right, const Options& options);

}  // namespace csca
