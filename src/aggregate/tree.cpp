// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree.hpp"

#include "core/offset.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace csca {
namespace {

constexpr int run_columns = 256;   // with the runs above and below, 16 levels of them fit the nearest cache
constexpr std::uint8_t root = 16;  // one joint more: the root is never the end of a branch

/// By the joints of a pixel: is it the end of a branch, and in which direction does that go on?
struct End {
  std::uint8_t is_end = 0;
  std::uint8_t direction = 0;
};
constexpr auto ends = [] {
  std::array<End, 32> table;
  for (unsigned joints = 1; joints < 32; ++joints) {
    table[joints] = {static_cast<std::uint8_t>(joints < root && std::has_single_bit(joints)),
                     static_cast<std::uint8_t>(std::countr_zero(joints) % 4)};
  }
  return table;
}();

/// Takes the tree apart from its leaves: run by run, all ends of branches in the runs so far, and what becomes an end
/// by that. No step depends on a branch of the code, which nobody could predict.
template <bool from_top>
Sweep peel(const PixelGraph& graph, const Tree& tree, Joints joints) {
  constexpr std::ptrdiff_t next = from_top ? 1 : -1;
  const auto pitch = static_cast<std::uint32_t>(graph.pitch);
  const std::array<std::uint32_t, 4> to_parent = {~0U, 1, ~(pitch - 1), pitch};
  const std::array<std::uint32_t, 4> to_edge = {1, 3, 0, 2 * pitch};
  const auto count = offset(graph.width, graph.height) - 1;

  Sweep sweep;
  sweep.first = from_top ? 0 : 1;
  // One more: candidates are written before it is known that they are none.
  sweep.links.resize(count + 1 + Sweep::ahead);
  std::fill(sweep.links.end() - Sweep::ahead, sweep.links.end(), 0);
  sweep.distance.resize(count + 1);
  const int runs = graph.height * tree.runs();
  sweep.end.resize(runs);
  Link* const links = sweep.links.data();
  Link* head = links + (from_top ? 0 : count);
  Link* tail = head;
  for (int i = 0; i < runs; ++i) {
    const int run = from_top ? i : runs - 1 - i;
    const Columns columns = tree.columns(run);
    const std::uint32_t row = static_cast<std::uint32_t>(run / tree.runs()) * pitch;
    const std::uint32_t begin = row + static_cast<std::uint32_t>(columns.begin);
    const std::uint32_t end_of_run = row + static_cast<std::uint32_t>(columns.end);
    if (!from_top) sweep.end[run] = static_cast<std::uint32_t>(tail - links + 1);
    for (std::uint32_t pixel = begin; pixel < end_of_run; ++pixel) {
      const End end = ends[joints[pixel]];
      *tail = 4 * pixel + end.direction;
      tail += next * end.is_end;
    }
    for (; head != tail; head += next) {
      const std::uint32_t pixel = *head / 4;
      const std::uint32_t direction = *head % 4;
      const std::uint32_t parent = pixel + to_parent[direction];
      sweep.distance[head - links] = graph.weight[2 * pixel + to_edge[direction]];
      const auto rest = static_cast<std::uint8_t>(joints[parent] & ~(1U << (direction ^ 1)));
      joints[parent] = rest;
      const End end = ends[rest];
      *tail = 4 * parent + end.direction;
      tail += next * static_cast<std::ptrdiff_t>(end.is_end & (from_top ? parent < end_of_run : parent >= begin));
    }
    if (from_top) sweep.end[run] = static_cast<std::uint32_t>(tail - links);
  }
  return sweep;
}

}  // namespace

void join(const PixelGraph& graph, Edge edge, Joints& joints) {
  const bool horizontal = edge % 2 == 1;
  joints[graph.second(edge)] |= horizontal ? 1 : 4;
  joints[graph.first(edge)] |= horizontal ? 2 : 8;
}

Tree rooted(const PixelGraph& graph, Joints joints) {
  Tree tree{graph.width, graph.height, graph.pitch, run_columns, {}, {}};
  joints[graph.pixels() - static_cast<std::size_t>(graph.pitch) + static_cast<std::size_t>(graph.width) / 2] |= root;
  tree.up = peel<true>(graph, tree, joints);
  tree.down = peel<false>(graph, tree, std::move(joints));
  return tree;
}

}  // namespace csca
