// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>
#include <csca/tiles.hpp>

#include <memory>

namespace csca::app {

class Arguments;
struct MatchInputs;
struct MatchOutputs;
struct SignFlag;

/// How `csca match` cuts a pair into tiles.
struct TileFlags {
  std::optional<int> size;
  TileOptions options;

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
};

}  // namespace csca::app
