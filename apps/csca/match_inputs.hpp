// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/match.hpp>

#include <filesystem>
#include <optional>
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
  std::optional<int> left_camera = {};  ///< instead of LEFT
  bool side_by_side = false;            ///< LEFT holds both views, and there is no RIGHT
  std::optional<int> frames{};          ///< the most that are matched of a sequence

  void add_to(Arguments& arguments);

  std::vector<std::string> words() const { return {left, right, left_mask, right_mask}; }
  /// The files that no output may destroy.
  std::vector<std::filesystem::path> files() const { return {left, right, left_mask, right_mask}; }

  /// Throws Error for what cannot go together.
  void check() const;

  /// Reads the masks that were asked for; `match` checks their sizes.
  void read_masks(Pair& pair) const;
};

/// `read_image`, but for an image of which not even one disparity could be searched in `options.run.max_memory`: that
/// is known by its header. The image holds so many `views` side by side.
Image read_fitting(const std::filesystem::path& file, const Options& options, int views = 1);

}  // namespace csca::app
