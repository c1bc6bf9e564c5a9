// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/calibrate.hpp>
#include <csca/rectify.hpp>

#include <functional>

// What csca::opencv does with cameras, as a module of the tool: only commands that are given cameras pay for OpenCV.
namespace csca::rig {

using Rectify = std::function<RectifiedPair(const ImageView& left, const ImageView& right)>;

/// A rectifier that is ready for any number of pairs.
struct Prepared {
  StereoRig rig;  ///< with the rectification that is used
  Rectify rectify;
};

struct Library {
  const char* csca_version;  ///< what the module was built with; others may have another layout
  void (*check_board)(const Board& board);
  BoardSight (*find_board)(const ImageView& image, const Board& board);
  RigFit (*calibrate)(std::span<const BoardPair> pairs, const Board& board, int width, int height);
  Prepared (*prepare)(const StereoRig& rig, const RectifyOptions& options);
  Uncalibrated (*look)(const ImageView& left, const ImageView& right);
  RectifiedPair (*rectify_uncalibrated)(const Uncalibrated& found, const ImageView& left, const ImageView& right);
};

}  // namespace csca::rig

extern "C" __attribute__((visibility("default"))) const csca::rig::Library* csca_rig();
