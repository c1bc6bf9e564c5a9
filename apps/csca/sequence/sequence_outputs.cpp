// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/sequence_outputs.hpp"

#include "io/files.hpp"
#include "outputs.hpp"
#include "sequence/names.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <utility>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

/// Calls use(word, ending) for each output; the ending is that of its files where the word is a folder's.
template <class Files, class Use>
void for_each_word(Files& files, const Use& use) {
  use(files.maps.map, ".pfm");
  use(files.maps.right_map, ".pfm");
  use(files.maps.confidence, ".pfm");
  use(files.maps.validity, ".png");
  use(files.maps.planes, ".png");
  use(files.maps.preview, ".png");
  use(files.maps.json, ".json");
  use(files.metres.depth, ".pfm");
  use(files.metres.cloud, ".ply");
}

bool is_folder(const std::string& word) {
  std::error_code ignored;
  return fs::is_directory(word, ignored) || fs::path(word).extension().empty();
}

fs::path folder_of(const std::string& word) { return NumberPattern::read(word) ? io::folder_of(word) : fs::path(word); }

std::string file_of(const std::string& word, const char* ending, const FrameName& frame) {
  if (word.empty()) return word;
  if (const auto pattern = NumberPattern::read(word)) return pattern->at(frame.number);
  return (fs::path(word) / (frame.stem + ending)).string();
}

}  // namespace

std::vector<fs::path> FrameFiles::files() const {
  std::vector<fs::path> all = maps.files();
  for (fs::path& file : metres.files()) all.push_back(std::move(file));
  return all;
}

SequenceOutputs::SequenceOutputs(FrameFiles words) : words_(std::move(words)) {
  if (is_video(words_.maps.preview)) video_ = std::exchange(words_.maps.preview, "");
  const auto take = [](std::string& word) { return io::ending_of(word) == ".mkv" ? std::exchange(word, "") : ""; };
  map_video_ = take(words_.maps.map);
  depth_video_ = take(words_.metres.depth);
  for_each_word(words_, [](const std::string& word, const char*) {
    if (is_video(word)) {
      throw Error(
          fmt::format("cannot write '{}': videos of disparities and depths are .mkv, which keeps 16 bits without loss; "
                      "give such a name, a folder or a pattern such as maps/%04d.png, and --preview for a video in "
                      "colours",
                      word));
    }
    if (word.empty() || NumberPattern::read(word) || (word != stream_name && is_folder(word))) return;
    const fs::path file = word == stream_name ? "map.pfm" : word;
    const fs::path pattern = file.parent_path() / (file.stem().string() + "_%04d" + file.extension().string());
    throw Error(fmt::format("'{}' is one file, and there are many frames: give a folder, or a pattern such as {}", word,
                            pattern.string()));
  });
}

FrameFiles SequenceOutputs::of(const FrameName& frame, Levels range) const {
  FrameFiles files = words_;
  for_each_word(files, [&](std::string& word, const char* ending) { word = file_of(word, ending, frame); });
  files.maps.colours = {static_cast<float>(range.first), static_cast<float>(range.last())};
  return files;
}

void SequenceOutputs::make_folders() const {
  for_each_word(words_, [](const std::string& word, const char*) {
    if (word.empty()) return;
    make_folder(folder_of(word));
  });
}

fs::path SequenceOutputs::note() const {
  fs::path note;
  for_each_word(words_, [&](const std::string& word, const char*) {
    if (note.empty() && !word.empty()) note = folder_of(word) / "csca-sequence.txt";
  });
  return note;
}

DoneFrames::DoneFrames(const fs::path& note, const std::string& settings) {
  if (note.empty()) return;
  std::error_code failure;
  const bool empty = fs::file_size(note, failure) == 0 || failure;
  if (empty || io::read_file(note) != settings) write_file(note, settings);
  const auto time = fs::last_write_time(note, failure);
  if (!failure) since_ = time;
}

bool DoneFrames::has(const FrameFiles& files, const std::vector<fs::path>& inputs) const {
  if (!since_ || inputs.empty()) return false;
  fs::file_time_type since = *since_;
  std::error_code failure;
  for (const fs::path& input : inputs) since = std::max(since, fs::last_write_time(input, failure));
  if (failure) return false;
  const auto outputs = files.files();
  return std::all_of(outputs.begin(), outputs.end(), [&](const fs::path& file) {
    return file.empty() || (fs::last_write_time(file, failure) >= since && !failure);
  });
}

}  // namespace csca::app
