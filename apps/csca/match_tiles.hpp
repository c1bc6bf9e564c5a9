// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "predict_time.hpp"

#include <csca/match.hpp>
#include <csca/options.hpp>
#include <csca/tiles.hpp>
#include <csca/tiles_io.hpp>

#include <memory>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;
struct MatchInputs;
struct MatchOutputs;
struct SignFlag;

/// How `csca match` cuts a pair into tiles.
struct TileFlags {
  std::optional<int> size;
  TileOptions options;
  std::string part;  ///< of a run by many processes: "plan", the number of a tile, "merge"; empty: all in this one

  bool asked() const { return size || !part.empty(); }
  void add_to(Arguments& arguments);
};

/// A pair whose windows are read from files.
class PairFiles {
 public:
  explicit PairFiles(const MatchInputs& inputs);
  const WindowedPair& pair() const { return pair_; }

 private:
  std::unique_ptr<WindowReader> left_;
  std::unique_ptr<WindowReader> right_;
  std::unique_ptr<WindowReader> left_mask_;
  std::unique_ptr<WindowReader> right_mask_;
  WindowedPair pair_;
};

/// Whether tiles are asked for, or a pair of TIFFs does not fit max_memory as a whole.
bool wants_tiles(const TileFlags& flags, const MatchInputs& inputs, const Options& options);

/// What runs then: the plan, and the maps, as TIFFs of tiles, written as tiles come.
struct TiledMatch {
  const TileFlags& flags;
  const MatchInputs& inputs;
  const MatchOutputs& outputs;
  const SignFlag& sign;
  bool dry_run;
  bool quiet;
  bool verbose;

  void run(const Options& options) const;
  /// Tells its warnings.
  TilePlan make_plan(const WindowedPair& pair, const Options& options) const;
};

/// A map that tiles make.
struct TileMap {
  const char* name;
  std::string file;
  Plane<float> Result::*map;
};

/// Those that are asked for.
std::vector<TileMap> maps_of(const MatchOutputs& outputs);

/// The files of these maps, written tile by tile.
class TileMapFiles {
 public:
  TileMapFiles(const TiledMatch& match, const TilePlan& plan, const WindowedPair& pair);
  void write(const Window& tile, const Result& result);
  /// Gives them their names.
  void finish();

 private:
  const SignFlag& sign_;
  std::vector<std::pair<TileMap, std::unique_ptr<TiledMapFile>>> maps_;
};

/// Pixels on the larger side of the largest tile.
int size_of(const TilePlan& plan);

/// What all tiles take, by some rows of the largest window.
PredictedTime predicted_time(const WindowedPair& pair, const TilePlan& plan);

}  // namespace csca::app
