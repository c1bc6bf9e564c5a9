// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include "plan/first_look.hpp"
#include "plan/plan.hpp"

#include <array>
#include <optional>
#include <vector>

namespace csca {

/// What reading a whole pair in bands of rows tells: the same, to the bit, as when it is there in full.
struct Survey {
  WholePair whole;
  std::array<Sample, 2> samples = {};  ///< floats where an image of integers has pixels without data
  std::vector<SmallPair> copies;       ///< where `copies_wanted`
};

Survey survey(const WindowedPair& pair, const Options& options, bool copies_wanted);

/// A window as samples of this kind.
Image read_as(WindowReader& reader, const Window& window, Sample sample);

/// A window of a mask; empty without a mask.
Mask read_mask(WindowReader* reader, const Window& window);

/// A view that has the reader's size and kind, and no pixels to look at.
ImageView outline(const WindowReader& reader, int width, int height, Sample sample);

}  // namespace csca
