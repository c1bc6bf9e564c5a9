// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/image.hpp>
#include <csca/plane.hpp>

#include "core/offset.hpp"

#include <cstddef>
#include <cstdint>

namespace csca {

/// The guide as trees see it: 8 bits a channel, each channel through a 3x3 median with the border repeated.
PooledVector<Plane<std::uint8_t>> median_guide(const FloatImage& guide);

/// An edge between neighbours: 2 p + 1 joins pixel p with the one to its left, 2 p with the one above it.
using Edge = std::uint32_t;

/// Throws Error for an image of more than 2^30 pixels: a link of a tree, 4 times a pixel's number and a direction, has
/// 32 bits. Rows count with an even number of pixels.
void check_tree_size(int width, int height);

/// The grid of pixels with an edge between each pair of 4-neighbours. Pixels are numbered row by row, `pitch` of them a
/// row: so many that rows of cells, at least 8 floats a pixel, start with a cache line.
struct PixelGraph {
  int width = 0;
  int height = 0;
  int pitch = 0;
  AlignedVector<std::uint8_t> weight;  ///< of each edge, 8-bit steps; without meaning where there is no neighbour

  PixelGraph(int width, int height);  ///< of a size that trees can have

  std::size_t pixels() const { return offset(pitch, height); }
  std::uint32_t second(Edge edge) const { return edge / 2; }
  std::uint32_t first(Edge edge) const { return edge / 2 - (edge % 2 == 1 ? 1 : static_cast<std::uint32_t>(pitch)); }
};

/// Edges weigh the largest difference of any channel.
PixelGraph pixel_graph(const PooledVector<Plane<std::uint8_t>>& guide);

/// The edges by rising weight that a minimum spanning tree may have: all but the last one of each square of four
/// pixels. Ties keep the order: horizontal edges row by row, then vertical ones column by column.
AlignedVector<Edge> edges_by_direction(const PixelGraph& graph);

/// All edges by rising weight. Ties go pixel by pixel: first the edge to the left, then the one to the pixel below.
AlignedVector<Edge> edges_by_pixel(const PixelGraph& graph);

}  // namespace csca
