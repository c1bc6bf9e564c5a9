// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/rectify.hpp>

#include <filesystem>
#include <vector>

namespace csca::app {

/// Where the views and masks of a rectified pair go in a folder. Images keep the kind of their samples: 8 and 16 bits
/// are PNG, floats PFM.
struct RectifiedFiles {
  RectifiedFiles(const std::filesystem::path& folder, const ImageView& left, const ImageView& right);

  std::filesystem::path left;
  std::filesystem::path right;
  std::filesystem::path left_mask;
  std::filesystem::path right_mask;
  std::filesystem::path rig;

  std::vector<std::filesystem::path> all() const { return {left, right, left_mask, right_mask, rig}; }
  /// All but the rig.
  void write(const RectifiedPair& pair) const;
};

}  // namespace csca::app
