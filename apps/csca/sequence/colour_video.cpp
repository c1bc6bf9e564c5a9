// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/colour_video.hpp"

#include "io/files.hpp"
#include "video/load.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/sendfile.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace csca::app {
namespace {

/// Codecs take even sizes only: the last row and column are repeated where they have to be.
Image with_even_size(const Image& image) {
  Image even((image.width() + 1) / 2 * 2, (image.height() + 1) / 2 * 2, 3, Sample::u8);
  for (int y = 0; y < even.height(); ++y) {
    const auto* from = image.row<std::uint8_t>(std::min(y, image.height() - 1));
    auto* to = even.row<std::uint8_t>(y);
    std::memcpy(to, from, image.row_bytes());
    if (even.width() > image.width()) std::memcpy(to + image.row_bytes(), from + image.row_bytes() - 3, 3);
  }
  return even;
}

}  // namespace

ColourVideo::ColourVideo(std::string file, double rate, ColourRange colours)
    : file_(std::move(file)), rate_(rate > 0 ? rate : 25), colours_(colours), written_(-1) {
  check_writable(file_);
  load_video();
}

/// The codec wants a name, with the ending. It has one for a moment only: whatever ends the program, no part of a video
/// stays.
void ColourVideo::open(int width, int height) {
  const std::filesystem::path name = io::folder_of(file_) / fmt::format(".csca-{}{}", ::getpid(), io::ending_of(file_));
  writer_ = load_video().create(name.string(), width, height, rate_);
  written_ = io::Descriptor(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  ::unlink(name.c_str());
  if (writer_ == nullptr || written_.get() < 0) {
    throw Error(fmt::format("cannot write '{}': OpenCV makes no such video here; try .avi", file_));
  }
}

void ColourVideo::add(const Plane<float>& map) {
  const Image picture = with_even_size(to_image(preview(map, colours_)));
  if (writer_ == nullptr) open(picture.width(), picture.height());
  writer_->write(picture);
}

void ColourVideo::finish() {
  writer_.reset();
  io::NewFile target(file_);
  if (target.descriptor() < 0) io::fail("write", file_, errno);
  const off_t size = ::lseek(written_.get(), 0, SEEK_END);
  for (off_t done = 0; done < size;) {
    if (::sendfile(target.descriptor(), written_.get(), &done, static_cast<std::size_t>(size - done)) <= 0) {
      io::fail("write", file_, errno);
    }
  }
  if (const int error = io::NewFile::appear({&target})) io::fail("write", file_, error);
}

}  // namespace csca::app
