// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/options.hpp>
#include <csca/picture.hpp>
#include <csca/tiles_io.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// What `csca match` writes; empty names are not asked for.
struct MatchOutputs {
  std::string map;
  std::string right_map;
  std::string confidence;
  std::string validity;
  std::string planes;
  std::string preview;
  std::string json;
  std::optional<ColourRange> colours = {};  ///< of the preview; nothing: what suits the map
  Georeference place = {};                  ///< of the left image, whose pixels the maps have

  void add_to(Arguments& arguments);

  std::vector<std::filesystem::path> files() const {
    return {map, right_map, confidence, validity, planes, preview, json};
  }

  /// Throws Error when a name has the wrong ending, or when the options do not make what is asked for.
  void check(const Options& options) const;

  /// Throws Error when a file cannot hold disparities of this range, which is known before they are.
  void check_range(Levels range) const;
  /// Whether that depends on the range.
  bool range_matters() const;

  /// Each file appears whole or not at all.
  void write(const Options& options, const Result& result, const std::string& sign) const;
};

/// Whether the name ends in .tif or .tiff.
bool is_tiff(const std::string& file);

}  // namespace csca::app
