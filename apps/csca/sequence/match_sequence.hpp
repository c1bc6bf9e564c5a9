// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "match_depth.hpp"
#include "match_inputs.hpp"
#include "match_outputs.hpp"
#include "sign_flag.hpp"

#include <csca/options.hpp>

#include <optional>

namespace csca::app {

/// What `csca match` was told, where it was given frames instead of a pair.
struct SequenceJob {
  const MatchInputs& inputs;
  const MatchOutputs& outputs;
  const MatchDepth& metres;
  const SignFlag& sign;
  Options asked;                  ///< as the user writes them
  Options options;                ///< as `match` means them
  std::optional<bool> show = {};  ///< in a window; not said: frames of cameras where there is a display
  bool quiet = false;
  bool verbose = false;
};

/// Matches frame after frame while others are read and written. Frames that an earlier run with the same settings
/// finished stay as they are.
void match_sequence(const SequenceJob& job);

/// Whether a window will show the maps.
bool wants_window(const MatchInputs& inputs, std::optional<bool> show);

}  // namespace csca::app
