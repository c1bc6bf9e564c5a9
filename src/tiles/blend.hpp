// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/tiles.hpp>

#include <map>

namespace csca {

/// Softens the seams of tiles whose method has no margin. Each tile is matched some columns and rows further than it
/// goes; there the next tile's disparities take over little by little. Tiles have to come row after row.
class SeamBlender {
 public:
  /// `reach` pixels to the right of a tile and below it are shared with the next one; 0: nothing is.
  explicit SeamBlender(int reach) : reach_(reach) {}

  /// How far a tile's maps have to go, within an image of this size.
  Window extended(const Window& tile, int width, int height) const;

  /// Takes the maps of an extended tile, blends them with what came before, and remembers what the next ones need.
  void blend(const Window& tile, const Window& extended, Plane<float>& disparity, ValidityMap& validity);

 private:
  /// A tile's maps beyond one of its sides.
  struct Strip {
    Window place;
    Plane<float> disparity;
    ValidityMap validity;
  };

  static void take_over(const Strip& before, bool columns, const Window& place, Plane<float>& disparity,
                        ValidityMap& validity);

  int reach_;
  Strip left_;                  // of the tile before, beyond its right side
  std::map<int, Strip> above_;  // of the row of tiles before, beyond their lower sides, by column
};

}  // namespace csca
