// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rig/module.hpp"

#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/plane.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

struct MatchInputs;

struct Frame {
  Image left = {};
  Image right = {};
  Mask left_known = {};  ///< where pixels are missing after a rectification; empty: nowhere
  Mask right_known = {};
};

/// How outputs and sentences call a frame.
struct FrameName {
  int number = 0;    ///< as its file's name has it, or counted from 0
  std::string stem;  ///< of the left file's name, or six digits
  std::string text;  ///< "'left/0012.png'", "frame 12"
};

/// The frames of a folder, a pattern, a video or a camera, in their order.
class FrameSource {
 public:
  virtual ~FrameSource() = default;
  /// Nothing where only the end will tell.
  virtual std::optional<int> count() const = 0;
  /// Frames a second; 0: not known.
  virtual double rate() const { return 0; }
  virtual FrameName name(int index) const = 0;
  /// What the frame is read from; none where it is never the same again.
  virtual std::vector<std::filesystem::path> files(int index) const = 0;
  /// Reads a frame; indices rise from call to call. False behind the last one.
  virtual bool read(int index, Frame& frame) = 0;
  /// So many frames, if there are as many, spread over the sequence as far as that can be had. Asked for before the
  /// first read.
  virtual std::vector<Frame> sample(int wanted) = 0;
};

/// Whether LEFT is no single image: a folder, a pattern, a video, or the number of a camera.
bool is_sequence(const MatchInputs& inputs);

/// The frames that LEFT and RIGHT name, or LEFT alone side by side. Throws Error when there are none, or not the same
/// on both sides.
std::unique_ptr<FrameSource> open_frames(const MatchInputs& inputs);

/// The parts of it, by what the words are.
std::unique_ptr<FrameSource> open_files(const MatchInputs& inputs);
std::unique_ptr<FrameSource> open_videos(const MatchInputs& inputs);
std::unique_ptr<FrameSource> open_cameras(const MatchInputs& inputs);

/// The frames of cameras as rectified pairs.
std::unique_ptr<FrameSource> rectified_frames(std::unique_ptr<FrameSource> raw, rig::Rectify rectify);

/// Cuts an image in two halves side by side. Throws Error for an odd width.
Frame halves(const Image& both);

/// Both images by `read_fitting`, at once where more than one thread is allowed. Where both fail, the left one's error
/// counts.
Frame read_pair(const std::filesystem::path& left, const std::filesystem::path& right, const Options& options);

}  // namespace csca::app
