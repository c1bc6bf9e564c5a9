// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/match.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// What `csca match` reads: the pair, and which of its pixels take part.
struct MatchInputs {
  std::string left;
  std::string right;
  std::string left_mask;
  std::string right_mask;

  void add_to(Arguments& arguments);

  std::vector<std::string> words() const { return {left, right, left_mask, right_mask}; }
  /// The files that no output may destroy.
  std::vector<std::filesystem::path> files() const { return {left, right, left_mask, right_mask}; }

  /// Reads the masks that were asked for; `match` checks their sizes.
  void read_masks(Pair& pair) const;
};

}  // namespace csca::app
