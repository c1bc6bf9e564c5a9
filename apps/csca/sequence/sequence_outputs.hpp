// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "match_depth.hpp"
#include "match_outputs.hpp"
#include "sequence/frames.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

/// What is written of one frame, or, as words, of all.
struct FrameFiles {
  MatchOutputs maps;
  MatchDepth metres;

  std::vector<std::filesystem::path> files() const;
};

/// What `csca match` writes of a sequence: files for each frame, and videos of the maps: in colours, or in 16 bits.
class SequenceOutputs {
 public:
  /// The words as the user gave them: folders and patterns such as maps/%04d.png, and a video as the preview. Throws
  /// Error for names that frames would share.
  explicit SequenceOutputs(FrameFiles words);

  /// The files of one frame; the preview's colours mean the same in all of them.
  FrameFiles of(const FrameName& frame, Levels range) const;
  /// In colours; empty: not asked for.
  const std::string& video() const { return video_; }
  /// Of disparities and depths in 16 bits; empty: not asked for.
  const std::string& map_video() const { return map_video_; }
  const std::string& depth_video() const { return depth_video_; }
  std::vector<std::filesystem::path> videos() const { return {video_, map_video_, depth_video_}; }

  /// Makes the folders that are missing.
  void make_folders() const;
  /// The file that keeps what the frames were made with; empty where no frame has files.
  std::filesystem::path note() const;

 private:
  FrameFiles words_;
  std::string video_;
  std::string map_video_;
  std::string depth_video_;
};

/// Tells whether frames of an earlier run can stay.
class DoneFrames {
 public:
  /// Keeps the settings in the file, where another run will find them. Files that are older than that were made with
  /// others.
  DoneFrames(const std::filesystem::path& note, const std::string& settings);

  /// Whether the frame has all these files, and they are newer than those that it is read from.
  bool has(const FrameFiles& files, const std::vector<std::filesystem::path>& inputs) const;

 private:
  std::optional<std::filesystem::file_time_type> since_;
};

}  // namespace csca::app
