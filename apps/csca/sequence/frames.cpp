// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/frames.hpp"

#include "match_inputs.hpp"
#include "sequence/names.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <cstring>
#include <future>

namespace csca::app {
namespace {

enum class Kind { image, files, video, camera };

Kind kind_of(const std::string& word) {
  std::error_code ignored;
  if (std::filesystem::is_directory(word, ignored)) return Kind::files;
  if (is_video(word)) return Kind::video;
  if (camera_number(word)) return Kind::camera;
  // A file may have a percent sign in its name.
  return NumberPattern::read(word) && !std::filesystem::exists(word, ignored) ? Kind::files : Kind::image;
}

}  // namespace

bool is_sequence(const MatchInputs& inputs) {
  return kind_of(inputs.left) != Kind::image || (!inputs.right.empty() && kind_of(inputs.right) != Kind::image);
}

std::unique_ptr<FrameSource> open_frames(const MatchInputs& inputs) {
  const Kind kind = kind_of(inputs.left);
  if (!inputs.side_by_side && kind_of(inputs.right) != kind) {
    throw Error(
        fmt::format("'{}' and '{}' are not of one kind: give two folders, two patterns such as left_%04d.png, two "
                    "videos or the numbers of two cameras",
                    inputs.left, inputs.right));
  }
  switch (kind) {
    case Kind::video:
      return open_videos(inputs);
    case Kind::camera:
      return open_cameras(inputs);
    default:
      return open_files(inputs);
  }
}

Frame read_pair(const std::filesystem::path& left, const std::filesystem::path& right, const Options& options) {
  // Where no thread can be had, the right one is read when it is asked for.
  const auto policy = options.run.threads == 1 ? std::launch::deferred : std::launch::async | std::launch::deferred;
  std::future<Image> other = std::async(policy, [&] { return read_fitting(right, options); });
  Image first = read_fitting(left, options);
  return {.left = std::move(first), .right = other.get()};
}

Frame halves(const Image& both) {
  if (both.width() % 2 != 0) {
    throw Error(
        fmt::format("the frame is {} pixels wide, which does not make two halves: frames side by side have an even "
                    "width",
                    both.width()));
  }
  const auto half = [&](bool right) {
    Image image(both.width() / 2, both.height(), both.channels(), both.sample());
    for (int y = 0; y < both.height(); ++y) {
      std::memcpy(image.row<std::byte>(y), both.row<std::byte>(y) + (right ? image.row_bytes() : 0), image.row_bytes());
    }
    return image;
  };
  return {.left = half(false), .right = half(true)};
}

}  // namespace csca::app
