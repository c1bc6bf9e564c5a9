// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include "tiles/blend.hpp"

// `match_tiles` in two steps, which may run in different processes: tiles are matched in any order, then joined in
// their order.
namespace csca {

/// The maps of one tile, each as far as `SeamBlender::extended` says.
Result match_tile(const WindowedPair& pair, const TilePlan& plan, std::size_t index, const Hooks& hooks = {});

/// Turns what `match_tile` gave into the tile's own maps. Takes tile after tile.
class TileJoiner {
 public:
  TileJoiner(const TilePlan& plan, int width, int height)
      : plan_(plan), width_(width), height_(height), seams_(plan.blend) {}

  Window extended(std::size_t index) const { return seams_.extended(plan_.tiles[index], width_, height_); }
  void join(std::size_t index, Result& result);

 private:
  const TilePlan& plan_;
  int width_;
  int height_;
  SeamBlender seams_;
};

}  // namespace csca
