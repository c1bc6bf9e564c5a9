// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/match.hpp>
#include <csca/options.hpp>
#include <csca/volume_io.hpp>

#include <deque>
#include <filesystem>
#include <string>
#include <vector>

namespace csca::app {

class Arguments;

/// Cost volumes that `csca match` writes beside the map, or reads instead of computing costs.
struct VolumeFlags {
  std::string save;               ///< the stage, or empty
  std::vector<std::string> load;  ///< one for each scale, or one for all

  void add_to(Arguments& arguments);

  /// Throws Error for words and combinations that cannot be, before any file is read.
  void check(const Options& options, const std::string& map) const;

  /// What may be written: no more scales than the options ask for.
  std::vector<std::filesystem::path> outputs(const Options& options, const std::string& map) const;
};

/// The volumes to be read, known by their shapes.
class LoadedVolumes {
 public:
  /// Takes the range from the first volume into `options`. Throws Error when the shapes fit neither the image nor each
  /// other nor the range that was asked for.
  LoadedVolumes(std::vector<std::string> files, const Image& left, const Image& right, Options& options);

  /// Lets a plan know of them; they are not read yet.
  void announce(Hooks& hooks) const;

  /// Reads them, makes the coarser ones when there is only one, and has `match` use them.
  void read(Hooks& hooks, int threads) const;

 private:
  std::vector<std::string> files_;
  std::vector<VolumeShape> scales_;
};

/// Volumes on their way to the disk.
class SavedVolumes {
 public:
  /// Resolves the range in `options`, opens one file for each scale that has the stage, and has `match` fill them.
  SavedVolumes(const std::string& stage, const std::string& map, const Image& left, const Image& right,
               Options& options, Hooks& hooks);

  /// Makes the files appear.
  void finish();

 private:
  std::deque<VolumeFile> files_;  // by scale
};

}  // namespace csca::app
