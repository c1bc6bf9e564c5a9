// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "match_tiles.hpp"

#include <string>

// A pair in tiles by many processes, whoever starts them: first the plan, then each tile, then one merges them. What
// they hand over lies in a folder beside the map.
namespace csca::app {

/// Makes the plan, or keeps that of the same pair and options, with the tiles that are done; prints how many tiles
/// there are and what one takes.
void plan_parts(const TiledMatch& match, const Options& options);

/// `part` is the number of a tile, or "merge". A tile that is done is not matched again.
void run_part(const TiledMatch& match, const std::string& part);

}  // namespace csca::app
