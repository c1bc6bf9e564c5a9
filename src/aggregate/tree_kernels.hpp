// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "aggregate/tree.hpp"

#include <array>

namespace csca {

/// exp(-w / (255 sigma)) for each distance w.
using Similarity = std::array<float, 256>;
Similarity similarity(double sigma);

/// The links of a run towards the root: each pixel gathers its subtree. `cells` holds `stride` floats a pixel.
void sweep_up(const Tree& tree, int run, const Similarity& similarity, int stride, float* cells);

/// The links of a run from the root: each pixel gets what its parent has from the rest of the tree. Both sweeps over
/// all runs replace the cells of each pixel by their sum over all pixels, weighted with the similarity along the path
/// between the two (Yang, CVPR 2012, Eq. 6 and 7).
void sweep_down(const Tree& tree, int run, const Similarity& similarity, int stride, float* cells);

}  // namespace csca
