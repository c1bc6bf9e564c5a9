// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/video_frames.hpp"

#include "match_inputs.hpp"
#include "resume.hpp"
#include "sequence/frames.hpp"

#include <csca/io.hpp>

#include <fmt/format.h>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

fs::path frame_file(const fs::path& folder, const char* side, int number) {
  return folder / side / fmt::format("{:06}.png", number);
}

/// How many there are.
int write_frames(const MatchInputs& videos, const fs::path& folder) {
  const std::unique_ptr<FrameSource> frames = open_videos(videos);
  for (const char* side : {"left", "right"}) fs::create_directories(folder / side);
  int count = 0;
  for (Frame frame; frames->read(count, frame); ++count) {
    write_png(frame_file(folder, "left", count), frame.left);
    write_png(frame_file(folder, "right", count), frame.right);
  }
  return count;
}

}  // namespace

std::vector<BatchPair> pairs_of_videos(const std::string& left, const std::string& right, const fs::path& out) {
  const fs::path folder = out / "frames";
  const fs::path note = folder / "videos.json";
  const Json videos = {{"left", content_hash(left)}, {"right", content_hash(right)}};
  std::optional<Json> made = read_json(note);
  if (!made || !made->contains("frames") || made->at("videos") != videos) {
    made = Json{{"videos", videos}, {"frames", write_frames({left, right, {}, {}}, folder)}};
    write_file(note, made->dump() + "\n");  // last: frames of a run that was stopped are made again
  }
  const auto count = static_cast<int>(made->at("frames").number());
  std::vector<BatchPair> pairs;
  for (int i = 0; i < count; ++i) {
    pairs.push_back({fmt::format("{:06}", i), frame_file(folder, "left", i), frame_file(folder, "right", i)});
  }
  return pairs;
}

}  // namespace csca::app
