// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "video/module.hpp"

#include <opencv2/core/utils/logger.hpp>
#include <opencv2/imgproc.hpp>
#include <opencv2/videoio.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace csca::video {
namespace {

/// The tool says in a sentence what is wrong; OpenCV and FFmpeg need not print theirs beside it.
void keep_quiet() {
  cv::utils::logging::setLogLevel(cv::utils::logging::LOG_LEVEL_SILENT);
  setenv("OPENCV_FFMPEG_LOGLEVEL", "-8", 0);
}

class CvReader final : public Reader {
 public:
  bool open(const std::string& file) { return capture_.open(file, cv::CAP_FFMPEG); }
  bool open(int camera) { return capture_.open(camera); }

  double rate() const override { return positive(cv::CAP_PROP_FPS); }
  int frames() const override {
    return static_cast<int>(std::lround(std::min(positive(cv::CAP_PROP_FRAME_COUNT), 1e9)));
  }
  ImageView read() override {
    try {
      if (!capture_.read(decoded_) || decoded_.empty() || decoded_.depth() != CV_8U) return {};
      if (decoded_.channels() == 3) {
        cv::cvtColor(decoded_, rgb_, cv::COLOR_BGR2RGB);
      } else {
        cv::cvtColor(decoded_, rgb_, cv::COLOR_GRAY2RGB);
      }
    } catch (const cv::Exception&) {
      return {};
    }
    return {rgb_.data, rgb_.cols, rgb_.rows, 3, Sample::u8, static_cast<std::ptrdiff_t>(rgb_.step)};
  }
  bool skip() override { return capture_.grab(); }
  void seek(int frame) override { capture_.set(cv::CAP_PROP_POS_FRAMES, frame); }

 private:
  double positive(int property) const {
    const double value = capture_.get(property);
    return value > 0 ? value : 0;  // 0 for NaN
  }

  cv::VideoCapture capture_;
  cv::Mat decoded_;
  cv::Mat rgb_;
};

class CvWriter final : public Writer {
 public:
  bool open(const std::string& file, int width, int height, double rate) {
    for (const int form : forms_of(file)) {
      if (writer_.open(file, cv::CAP_FFMPEG, form, rate, {width, height})) return true;
    }
    return false;
  }
  void write(const ImageView& frame) override {
    const cv::Mat rgb(frame.height, frame.width, CV_8UC3, const_cast<void*>(frame.data),
                      static_cast<std::size_t>(frame.row_bytes));
    cv::cvtColor(rgb, bgr_, cv::COLOR_RGB2BGR);
    writer_.write(bgr_);
  }

 private:
  static std::vector<int> forms_of(const std::string& file) {
    if (file.ends_with(".avi")) return {cv::VideoWriter::fourcc('M', 'J', 'P', 'G')};
    return {cv::VideoWriter::fourcc('a', 'v', 'c', '1'), cv::VideoWriter::fourcc('m', 'p', '4', 'v')};
  }

  cv::VideoWriter writer_;
  cv::Mat bgr_;
};

/// What could be opened, or nothing.
template <class Opened, class... Words>
std::unique_ptr<Opened> opened(const Words&... words) {
  keep_quiet();
  try {
    auto result = std::make_unique<Opened>();
    return result->open(words...) ? std::move(result) : nullptr;
  } catch (const cv::Exception&) {
    return nullptr;
  }
}

constexpr Library library = {
    CSCA_VERSION, [](const std::string& file) -> std::unique_ptr<Reader> { return opened<CvReader>(file); },
    [](int number) -> std::unique_ptr<Reader> { return opened<CvReader>(number); },
    [](const std::string& file, int width, int height, double rate) -> std::unique_ptr<Writer> {
      return opened<CvWriter>(file, width, height, rate);
    }};

}  // namespace
}  // namespace csca::video

const csca::video::Library* csca_video() { return &csca::video::library; }
