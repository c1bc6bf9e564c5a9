// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_inputs.hpp"
#include "sequence/frames.hpp"
#include "sequence/names.hpp"
#include "video/load.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <deque>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

Image copy_of(const ImageView& view) {
  Image image(view.width, view.height, view.channels, view.sample);
  for (int y = 0; y < view.height; ++y) {
    std::memcpy(image.row<std::byte>(y), static_cast<const std::byte*>(view.data) + y * view.row_bytes,
                image.row_bytes());
  }
  return image;
}

FrameName name_of(int index) { return {index, fmt::format("{:06}", index), fmt::format("frame {}", index)}; }

/// One or two readers that go through their frames together.
struct Readers {
  std::vector<std::unique_ptr<video::Reader>> each;  // left and right, or both side by side
  std::vector<std::string> names;

  /// Which of them had no more; nothing where the frame is there.
  std::optional<std::size_t> read(Frame& frame) {
    std::vector<Image> images;
    for (std::size_t i = 0; i < each.size(); ++i) {
      const ImageView view = each[i]->read();
      if (view.data == nullptr) return i;
      images.push_back(copy_of(view));
    }
    frame = images.size() == 1 ? halves(images[0]) : Frame{.left = std::move(images[0]), .right = std::move(images[1])};
    return std::nullopt;
  }
};

std::vector<std::string> words_of(const MatchInputs& inputs) {
  return inputs.side_by_side ? std::vector{inputs.left} : std::vector{inputs.left, inputs.right};
}

Readers open(const std::vector<std::string>& files) {
  const video::Library& library = load_video();
  Readers readers;
  for (const std::string& file : files) {
    std::error_code ignored;
    if (!fs::exists(file, ignored)) throw Error(fmt::format("cannot read '{}': no such file; check the path", file));
    readers.each.push_back(library.open_file(file));
    if (readers.each.back() == nullptr) {
      throw Error(fmt::format("cannot read '{}': it is no video, in no form that OpenCV knows, or cut off", file));
    }
    readers.names.push_back(fmt::format("'{}'", file));
  }
  return readers;
}

class VideoFrames final : public FrameSource {
 public:
  explicit VideoFrames(const MatchInputs& inputs) : files_(words_of(inputs)), readers_(open(files_)) {
    if (readers_.each.size() == 2) check_same();
  }

  std::optional<int> count() const override {
    const int frames = readers_.each.front()->frames();
    return frames > 0 ? std::optional(frames) : std::nullopt;
  }
  double rate() const override { return readers_.each.front()->rate(); }
  FrameName name(int index) const override { return name_of(index); }
  std::vector<fs::path> files(int) const override { return {files_.begin(), files_.end()}; }

  bool read(int index, Frame& frame) override {
    for (; next_ < index; ++next_) {
      for (const auto& reader : readers_.each) reader->skip();
    }
    ++next_;
    const std::optional<std::size_t> ended = readers_.read(frame);
    if (!ended) return true;
    if (count() && index < *count()) {
      throw Error(
          fmt::format("{} ends after {} of its {} frames: the file is cut off or damaged, and only what comes "
                      "before can be matched",
                      readers_.names[*ended], index, *count()));
    }
    return false;
  }

  std::vector<Frame> sample(int wanted) override {
    Readers readers = open(files_);
    std::vector<Frame> frames;
    for (int i = 0; i < wanted; ++i) {
      if (count()) {
        for (const auto& reader : readers.each) reader->seek((2 * i + 1) * *count() / (2 * wanted));
      }
      Frame frame;
      if (readers.read(frame)) break;
      frames.push_back(std::move(frame));
    }
    return frames;
  }

 private:
  void check_same() const {
    const video::Reader& left = *readers_.each[0];
    const video::Reader& right = *readers_.each[1];
    const auto refuse = [&](const auto& a, const auto& b, const char* unit) {
      throw Error(fmt::format("{} has {} {} but {} has {}: give two videos that were taken together", readers_.names[0],
                              a, unit, readers_.names[1], b));
    };
    if (std::abs(left.rate() - right.rate()) > 1e-3 * left.rate()) refuse(left.rate(), right.rate(), "frames a second");
    if (left.frames() != right.frames()) refuse(left.frames(), right.frames(), "frames");
  }

  std::vector<std::string> files_;
  Readers readers_;
  int next_ = 0;
};

class CameraFrames final : public FrameSource {
 public:
  explicit CameraFrames(const MatchInputs& inputs) {
    for (const std::string& word : words_of(inputs)) {
      readers_.each.push_back(load_video().open_camera(*camera_number(word)));
      readers_.names.push_back("camera " + word);
      if (readers_.each.back() == nullptr) {
        throw Error(fmt::format("there is no camera {}, or another program has it: check /dev/video{}", word, word));
      }
    }
  }

  std::optional<int> count() const override { return std::nullopt; }
  FrameName name(int index) const override { return name_of(index); }
  std::vector<fs::path> files(int) const override { return {}; }

  bool read(int, Frame& frame) override {
    if (!sampled_.empty()) {
      frame = std::move(sampled_.front());
      sampled_.pop_front();
    } else if (const std::optional<std::size_t> ended = readers_.read(frame)) {
      throw Error(fmt::format("{} gives no more frames", readers_.names[*ended]));
    }
    return true;
  }

  /// Its first frames, which are matched all the same.
  std::vector<Frame> sample(int wanted) override {
    std::vector<Frame> frames(wanted);
    for (Frame& frame : frames) read(0, frame);
    sampled_.assign(frames.begin(), frames.end());
    return frames;
  }

 private:
  Readers readers_;
  std::deque<Frame> sampled_;
};

}  // namespace

std::unique_ptr<FrameSource> open_videos(const MatchInputs& inputs) { return std::make_unique<VideoFrames>(inputs); }

std::unique_ptr<FrameSource> open_cameras(const MatchInputs& inputs) { return std::make_unique<CameraFrames>(inputs); }

}  // namespace csca::app
