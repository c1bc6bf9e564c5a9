// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"

#include <csca/options.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace csca::app {

/// A pair of a batch, and what it asks for beyond what the command line asks for all.
struct BatchPair {
  std::string name;  ///< unique; with the data set's name and '/' in front where it comes from one
  std::filesystem::path left;
  std::filesystem::path right;
  std::filesystem::path left_mask = {};   ///< may be empty
  std::filesystem::path right_mask = {};  ///< the same
  std::string preset = {};                ///< empty: the command line's
  std::vector<Setting> settings = {};     ///< later than those of the command line

  /// As a line of a JSON Lines manifest, with whole paths.
  Json row() const;
};

/// The pairs of a manifest: a .csv table, a .jsonl list, "-" for such a list on standard input, or a folder with a data
/// set (`find_scenes`). With `right`, both are folders, and pairs are files of the same names. Unless `asks_range`,
/// scenes of data sets ask for the levels of their benchmark. Throws Error, with the line, for what cannot be a pair:
/// unknown columns, names that are no file's or that two pairs share. Whether files are there shows when they are read.
std::vector<BatchPair> read_manifest(const std::string& manifest, const std::string& right, bool asks_range);

/// The pair of one line of JSON. Paths are taken from `folder` on; `place` is for errors.
BatchPair pair_of_row(const Json& row, const std::filesystem::path& folder, const std::string& place);

}  // namespace csca::app
