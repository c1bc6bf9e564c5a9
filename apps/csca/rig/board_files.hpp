// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace csca::app {

/// The two views of one moment.
struct FilePair {
  std::string name;  ///< what both files' names share
  std::filesystem::path left;
  std::filesystem::path right;
};

struct FilePairs {
  std::vector<FilePair> pairs;                  ///< sorted by name
  std::vector<std::filesystem::path> unpaired;  ///< the other view is missing
};

/// Sorts images into pairs. Two folders are the left and the right one, whose files have the same names but for a side;
/// in all other cases the words "left" and "right", "cam0" and "cam1", "_l" and "_r" and so on in the names of files
/// and their folders tell the side. Throws Error when a name tells none, or there are no pairs.
FilePairs pair_files(const std::vector<std::string>& words);

}  // namespace csca::app
