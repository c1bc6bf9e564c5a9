// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "io/files.hpp"
#include "match_inputs.hpp"
#include "sequence/frames.hpp"
#include "sequence/names.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

struct NumberedFile {
  fs::path file;
  int number = 0;
};

/// The files of a folder that suit, or the reason why it cannot be read.
template <class Suits>
std::vector<fs::path> files_in(const fs::path& folder, const Suits& suits) {
  std::error_code failure;
  std::vector<fs::path> files;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure)) {
    if (suits(entry->path().filename().string())) files.push_back(entry->path());
  }
  if (failure) throw Error(fmt::format("cannot read the folder '{}': {}", folder.string(), failure.message()));
  return files;
}

std::vector<NumberedFile> files_of_folder(const fs::path& folder) {
  const std::vector<Choice> endings = choices(image_files);
  const auto is_image = [&](const fs::path& name) {
    const std::string ending = io::ending_of(name);
    return std::any_of(endings.begin(), endings.end(), [&](const Choice& each) { return ending == "." + each.name; });
  };
  std::vector<fs::path> files = files_in(folder, is_image);
  if (files.empty()) throw Error(fmt::format("the folder '{}' has no images", folder.string()));
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    return natural_less(a.filename().string(), b.filename().string());
  });
  std::vector<NumberedFile> result;
  for (fs::path& file : files) result.push_back({std::move(file), static_cast<int>(result.size())});
  return result;
}

std::vector<NumberedFile> files_of_pattern(const fs::path& word) {
  const auto pattern = NumberPattern::read(word.filename().string());
  const auto number_of = [&](const std::string& name) { return pattern ? pattern->number_in(name) : std::nullopt; };
  std::vector<NumberedFile> result;
  for (fs::path& file :
       files_in(io::folder_of(word), [&](const std::string& name) { return number_of(name).has_value(); })) {
    const int number = *number_of(file.filename().string());
    result.push_back({std::move(file), number});
  }
  if (result.empty()) {
    throw Error(fmt::format("no file has a name like '{}': check the folder and the number of digits", word.string()));
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return result;
}

std::vector<NumberedFile> files_of(const std::string& word) {
  return fs::is_directory(word) ? files_of_folder(word) : files_of_pattern(word);
}

/// Frames that only one side has.
void check_same(const MatchInputs& inputs, const std::vector<NumberedFile>& left,
                const std::vector<NumberedFile>& right) {
  if (left.size() != right.size()) {
    throw Error(fmt::format("'{}' has {} frames but '{}' has {}: each left frame needs its right one", inputs.left,
                            left.size(), inputs.right, right.size()));
  }
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i].number == right[i].number) continue;
    throw Error(fmt::format("frame {} of '{}' and frame {} of '{}' would make a pair: a frame is missing on one side",
                            left[i].number, inputs.left, right[i].number, inputs.right));
  }
}

class FileFrames final : public FrameSource {
 public:
  explicit FileFrames(const MatchInputs& inputs) : left_(files_of(inputs.left)) {
    if (inputs.side_by_side) return;
    right_ = files_of(inputs.right);
    check_same(inputs, left_, right_);
  }

  std::optional<int> count() const override { return static_cast<int>(left_.size()); }

  FrameName name(int index) const override {
    const NumberedFile& left = left_[index];
    return {left.number, left.file.stem().string(), io::quoted(left.file)};
  }

  std::vector<fs::path> files(int index) const override {
    return right_.empty() ? std::vector{left_[index].file} : std::vector{left_[index].file, right_[index].file};
  }

  bool read(int index, Frame& frame) override {
    if (index >= *count()) return false;
    Image left = read_image(left_[index].file);
    frame = right_.empty() ? halves(left) : Frame{.left = std::move(left), .right = read_image(right_[index].file)};
    return true;
  }

  std::vector<Frame> sample(int wanted) override {
    const int taken = std::min(wanted, *count());
    std::vector<Frame> frames(taken);
    for (int i = 0; i < taken; ++i) read((2 * i + 1) * *count() / (2 * taken), frames[i]);
    return frames;
  }

 private:
  std::vector<NumberedFile> left_;
  std::vector<NumberedFile> right_;  // none: left and right halves of the left one
};

}  // namespace

std::unique_ptr<FrameSource> open_files(const MatchInputs& inputs) { return std::make_unique<FileFrames>(inputs); }

}  // namespace csca::app
