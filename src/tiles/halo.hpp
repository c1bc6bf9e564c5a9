// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include <optional>
#include <string>

namespace csca {

/// What a tile needs around it, in pixels of the finest scale.
struct Halo {
  int results = 0;        ///< around a tile whose disparities have to be there for refinement and the other view
  int support = 0;        ///< around these that their costs depend on, over all scales
  int grid = 1;           ///< results and windows begin on multiples of it
  bool mirrored = false;  ///< and end on multiples of it, counted from the image's right side
  std::string unbounded;  ///< a step that depends on the whole image; empty: there is none
};

/// By what the steps declare. Steps without a margin get `overlap` pixels.
Halo halo_of(const Options& options, Levels range, int scales, int overlap);

/// The window that a tile of an image needs.
Window window_of(const Window& tile, const Halo& halo, int width, int height);

}  // namespace csca
