// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/frames.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <utility>

namespace csca::app {
namespace {

class RectifiedFrames final : public FrameSource {
 public:
  RectifiedFrames(std::unique_ptr<FrameSource> raw, rig::Rectify rectify)
      : raw_(std::move(raw)), rectify_(std::move(rectify)) {}

  std::optional<int> count() const override { return raw_->count(); }
  double rate() const override { return raw_->rate(); }
  FrameName name(int index) const override { return raw_->name(index); }
  std::vector<std::filesystem::path> files(int index) const override { return raw_->files(index); }

  bool read(int index, Frame& frame) override {
    if (!raw_->read(index, frame)) return false;
    try {
      rectify(frame);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", name(index).text, error.what()), error.kind());
    }
    return true;
  }

  std::vector<Frame> sample(int wanted) override {
    std::vector<Frame> frames = raw_->sample(wanted);
    for (Frame& frame : frames) rectify(frame);
    return frames;
  }

 private:
  void rectify(Frame& frame) const {
    RectifiedPair made = rectify_(frame.left, frame.right);
    frame = {std::move(made.left), std::move(made.right), std::move(made.left_known), std::move(made.right_known)};
  }

  std::unique_ptr<FrameSource> raw_;
  rig::Rectify rectify_;
};

}  // namespace

std::unique_ptr<FrameSource> rectified_frames(std::unique_ptr<FrameSource> raw, rig::Rectify rectify) {
  return std::make_unique<RectifiedFrames>(std::move(raw), std::move(rectify));
}

}  // namespace csca::app
