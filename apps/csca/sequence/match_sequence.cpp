// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/match_sequence.hpp"

#include "match_report.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "resources.hpp"
#include "sequence/channel.hpp"
#include "sequence/colour_video.hpp"
#include "sequence/frames.hpp"
#include "sequence/live_view.hpp"
#include "sequence/map_video.hpp"
#include "sequence/names.hpp"
#include "sequence/sequence_outputs.hpp"
#include "streams.hpp"

#include <csca/depth.hpp>
#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/stream.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <limits>
#include <optional>
#include <thread>

namespace csca::app {
namespace {

constexpr int sample_frames = 5;
constexpr std::size_t frames_between = 2;  // that wait for the next thread

/// A frame on its way; without pixels where an earlier run made its files.
struct Task {
  int index = 0;
  bool done = false;
  Frame frame = {};
};

struct Matched {
  int index = 0;
  bool done = false;
  Image left = {};
  Result result = {};
};

/// A frame's own errors, with its name ahead of them.
template <class Work>
void for_frame(const FrameName& name, const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    throw Error(fmt::format("{}: {}", name.text, error.what()), error.kind());
  }
}

/// What the work threw.
template <class Work>
std::exception_ptr failure_of(const Work& work) {
  try {
    work();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}

class Sequence {
 public:
  explicit Sequence(const SequenceJob& job)
      : job_(job),
        options_(job.options),
        source_(open_frames(job.inputs)),
        outputs_(FrameFiles{job.outputs, job.metres}) {
    check_outputs(outputs_.videos(), job_.inputs.files());
    if (!outputs_.video().empty() && !source_->count() && !job_.inputs.frames) {
      throw Error(
          fmt::format("'{}' has no end that is known beforehand: give --frames N for a video of it", job_.inputs.left));
    }
    if (wants_window(job_.inputs, job_.show)) view_.emplace();
    job_.inputs.read_masks(masks_);
    settle_cameras();
    settle_range();
    FrameFiles first = files(0);
    first.maps.check(options_);
    check_rest(first);
    outputs_.make_folders();
    check_outputs(first.files(), source_->files(0));
    done_.emplace(outputs_.note(), settings());
    if (!outputs_.video().empty()) video_.emplace(outputs_.video(), source_->rate(), *first.maps.colours);
    open_video(map_video_, outputs_.map_video(), MapVideo::Quantity::disparity);
    open_video(depth_video_, outputs_.depth_video(), MapVideo::Quantity::depth);
    stream_.emplace(options_);
  }

  void run() {
    std::jthread reader([&] { read_.close(failure_of([&] { read(); })); });
    std::exception_ptr write_failure;
    std::jthread writer([&] {
      write_failure = failure_of([&] { write(); });
      matched_.close();
    });
    const std::exception_ptr failure = failure_of([&] { match(); });
    read_.close();
    matched_.close();
    reader.join();
    writer.join();  // what was matched is written, whatever came after it
    if (write_failure) std::rethrow_exception(write_failure);
    if (failure) std::rethrow_exception(failure);
    if (video_) video_->finish();
    for (auto* video : {&map_video_, &depth_video_}) {
      if (*video) (*video)->finish();
    }
    tell_end();
  }

 private:
  using Clock = std::chrono::steady_clock;

  FrameFiles files(int index) const { return outputs_.of(source_->name(index), outside_range()); }
  Levels outside_range() const { return job_.sign.to_outside(Levels{*options_.range.first, *options_.range.levels}); }

  /// Videos hold what PNGs do.
  void check_rest(FrameFiles first) const {
    if (!outputs_.map_video().empty()) first.maps.map = outputs_.map_video();
    if (!outputs_.depth_video().empty()) first.metres.depth = "depth.png";
    first.maps.check_range(outside_range());
    first.metres.check();
  }

  void open_video(std::optional<MapVideo>& video, const std::string& file, MapVideo::Quantity quantity) {
    if (file.empty()) return;
    video.emplace(file, quantity, source_->rate(), settings());
    std::error_code failure;
    for (int i = 0; i < video->frames(); ++i) {
      const auto inputs = source_->files(i);
      const bool same = !inputs.empty() && std::all_of(inputs.begin(), inputs.end(), [&](const auto& input) {
        return std::filesystem::last_write_time(input, failure) <= video->time() && !failure;
      });
      if (!same) video->begin_anew();
    }
  }

  /// Frames of cameras that are not rectified become so as they are read, before anything looks at them.
  void settle_cameras() {
    if (!job_.metres.calibration.given()) return;
    const std::vector<Frame> first = source_->sample(1);
    if (first.empty()) refuse_unreadable();
    const std::optional<rig::Prepared> prepared = job_.metres.rectifier(first.front().left, masks_);
    cameras_ = prepared ? rectified_calibration(prepared->rig) : job_.metres.read_rectified(first.front().left);
    if (prepared) source_ = rectified_frames(std::move(source_), prepared->rectify);
  }

  [[noreturn]] void refuse_unreadable() const {
    throw Error(fmt::format("'{}' has no frame that can be read", job_.inputs.left));
  }

  /// One range for all frames, so that maps can be compared: that of a few frames where the user has none.
  void settle_range() {
    if (options_.range.first && options_.range.levels) return;
    const std::vector<Frame> sample = source_->sample(sample_frames);
    if (sample.empty()) refuse_unreadable();
    std::optional<Levels> all;
    for (const Frame& frame : sample) {
      const Levels one = resolve_range(pair_of(frame), options_);
      if (!all) all = one;
      const int last = std::max(all->last(), one.last());
      all->first = std::min(all->first, one.first);
      all->count = last - all->first + 1;
    }
    options_.range.first = all->first;
    options_.range.levels = all->count;
    if (!job_.quiet) {
      const Levels range = outside_range();
      say(fmt::format("csca: disparities {} to {} for all frames, as {} of them show\n", range.first, range.last(),
                      sample.size()));
    }
  }

  Pair pair_of(const Frame& frame) const {
    const bool rectified = !frame.left_known.empty();
    return {frame.left, frame.right, rectified ? frame.left_known : masks_.left_mask,
            rectified ? frame.right_known : masks_.right_mask};
  }

  /// All that changes a frame's files: threads and memory do not.
  std::string settings() const {
    Options settled = job_.sign.to_outside(options_);
    settled.run = RunOptions();
    settled.run.precision = options_.run.precision;
    std::string text = "csca " CSCA_VERSION "\n";
    auto read = job_.inputs.files();
    for (auto& file : job_.metres.calibration.paths()) read.push_back(std::move(file));
    for (const std::filesystem::path& file : read) {
      std::error_code none;  // a folder's time says nothing of its frames, each of which has its own
      const bool is_file = std::filesystem::is_regular_file(file, none);
      const auto time = is_file ? std::filesystem::last_write_time(file, none).time_since_epoch().count() : 0;
      text += fmt::format("read {} {}\n", file.empty() ? "" : std::filesystem::absolute(file).string(), time);
    }
    text += job_.metres.settings();
    return text +
           fmt::format("side by side {}\nsign {}\n{}", job_.inputs.side_by_side, job_.sign.name, list_options(settled));
  }

  void read() {
    const int most = job_.inputs.frames.value_or(std::numeric_limits<int>::max());
    for (int index = 0; index < std::min(most, source_->count().value_or(most)); ++index) {
      Task task{index};
      task.done = is_done(index);
      if (!task.done && !source_->read(index, task.frame)) return;
      if (task.done) ++kept_;
      if (task.done && !video_) continue;
      if (!read_.push(std::move(task))) return;
    }
  }

  /// A video needs the map again.
  bool is_done(int index) const {
    const FrameFiles names = files(index);
    for (const auto* video : {&map_video_, &depth_video_}) {
      if (*video && index >= (*video)->frames()) return false;
    }
    if (outputs_.note().empty()) return !video_ && (map_video_ || depth_video_);
    return (!video_ || !names.maps.map.empty()) && done_->has(names, source_->files(index));
  }

  void match() {
    Progress progress(!job_.quiet);
    while (auto task = read_.pop()) {
      Matched matched{task->index, task->done};
      if (!task->done) {
        for_frame(source_->name(task->index), [&] { matched.result = stream_->match(pair_of(task->frame)); });
        for (const std::string& warning : matched.result.warnings) {
          say(fmt::format("csca: warning: {}: {}\n", source_->name(task->index).text, warning));
        }
        matched.left = std::move(task->frame.left);
        ++matched_frames_;
      }
      const bool go_on = task->done || look(matched.result.disparity);
      if (!matched_.push(std::move(matched)) || !go_on) return;
      show(progress, task->index);
    }
  }

  /// Shows the map, if that is wanted. False once the user has closed the window.
  bool look(const Plane<float>& map) {
    if (!view_) return true;
    Result shown;
    shown.disparity = map;
    job_.sign.to_outside(shown);
    const Levels range = outside_range();
    return view_->show(shown.disparity, {static_cast<float>(range.first), static_cast<float>(range.last())});
  }

  void write() {
    while (auto matched = matched_.pop()) {
      const FrameFiles names = files(matched->index);
      for_frame(source_->name(matched->index), [&] {
        if (!matched->done) {
          if (cameras_) names.metres.write(*cameras_, matched->left, matched->result);
          if (depth_video_) {
            depth_video_->add(matched->index, depth(matched->result.disparity, *cameras_, job_.metres.range));
          }
          job_.sign.to_outside(matched->result);
          if (map_video_) map_video_->add(matched->index, matched->result.disparity);
          names.maps.write(job_.asked, matched->result, job_.sign.name);
        }
        if (video_) video_->add(matched->done ? read_disparity(names.maps.map) : matched->result.disparity);
      });
    }
  }

  double frames_a_second() const {
    return matched_frames_ / std::max(std::chrono::duration<double>(Clock::now() - start_).count(), 1e-3);
  }

  void show(Progress& progress, int index) const {
    const std::optional<int> all = job_.inputs.frames && !source_->count() ? job_.inputs.frames : source_->count();
    const double share = all ? std::min(1.0, (index + 1.0 - kept_) / std::max(1, *all - kept_)) : 0;
    progress.show(share, fmt::format("frame {}, {:.1f} frames/s", index + 1, frames_a_second()));
  }

  void tell_end() const {
    if (!job_.verbose && (job_.quiet || !on_terminal())) return;
    const std::string kept = kept_ > 0 ? fmt::format(", {} were there already", kept_.load()) : "";
    say(fmt::format("{} frames at {:.1f} frames/s{}, memory {:.1f} MB\n", matched_frames_, frames_a_second(), kept,
                    static_cast<double>(peak_memory()) / 1e6));
  }

  const SequenceJob& job_;
  Options options_;
  std::unique_ptr<FrameSource> source_;
  SequenceOutputs outputs_;
  Pair masks_;
  std::optional<DoneFrames> done_;
  std::optional<ColourVideo> video_;
  std::optional<MapVideo> map_video_;
  std::optional<MapVideo> depth_video_;
  std::optional<Stream> stream_;
  std::optional<LiveView> view_;
  std::optional<Calibration> cameras_;
  Channel<Task> read_{frames_between};
  Channel<Matched> matched_{frames_between};
  std::atomic<int> kept_ = 0;
  int matched_frames_ = 0;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

bool wants_window(const MatchInputs& inputs, std::optional<bool> show) {
  return show.value_or(camera_number(inputs.left) && has_display());
}

void match_sequence(const SequenceJob& job) { Sequence(job).run(); }

}  // namespace csca::app
