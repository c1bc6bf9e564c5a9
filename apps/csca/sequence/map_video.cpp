// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/map_video.hpp"

#include <csca/error.hpp>
#include <csca/geometry_io.hpp>
#include <csca/io.hpp>

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

namespace csca::app {

namespace fs = std::filesystem;

MapVideo::MapVideo(std::string file, Quantity quantity, double rate, std::string settings)
    : file_(std::move(file)), quantity_(quantity) {
  check_writable(file_);
  track_.rate = rate > 0 ? rate : 25;
  track_.title =
      quantity == Quantity::disparity ? "disparity in 1/256 pixel, unknown = 0" : "depth in millimetres, unknown = 0";
  track_.settings = std::move(settings);
  for (const fs::path& earlier : {part(), fs::path(file_)}) {
    const matroska::Contents contents = matroska::contents_of(earlier);
    // The last frame of a part is made again: with it the file gets its end.
    const bool whole = earlier != part();
    const int frames = whole ? contents.frames : contents.frames - 1;
    if (contents.head.find(track_.settings) == std::string::npos || frames <= there_) continue;
    from_part_ = !whole;
    there_ = frames;
    end_ = whole ? contents.end : contents.end_before;
    head_size_ = contents.head.size();
    std::error_code none;
    time_ = fs::last_write_time(earlier, none);
  }
}

void MapVideo::open() {
  std::error_code failure;
  if (there_ > 0 && !from_part_) fs::copy_file(file_, part(), fs::copy_options::overwrite_existing, failure);
  if (failure) io::fail("write", part(), failure.value());
  const int flags = O_RDWR | O_CREAT | O_CLOEXEC | (there_ > 0 ? 0 : O_TRUNC);
  out_ = io::Descriptor(::open(part().c_str(), flags, 0666));
  if (out_.get() < 0) io::fail("write", part(), errno);
  const std::string head = matroska::head(track_);
  if (there_ == 0) return put(head, 0);
  if (head.size() != head_size_) io::fail("write", part(), "it is another program's: remove it");
  if (::ftruncate(out_.get(), static_cast<off_t>(end_)) != 0) io::fail("write", part(), errno);
  put(head, 0);
  if (::lseek(out_.get(), 0, SEEK_END) < 0) io::fail("write", part(), errno);
}

void MapVideo::put(std::string_view bytes, std::optional<std::size_t> place) {
  if (place && ::lseek(out_.get(), static_cast<off_t>(*place), SEEK_SET) < 0) io::fail("write", part(), errno);
  if (const int error = io::write_all(out_.get(), bytes); error != 0) io::fail("write", part(), error);
}

void MapVideo::add(int index, const Plane<float>& map) {
  track_.width = map.width();
  track_.height = map.height();
  frames_ = index + 1;
  if (index < there_) return;
  if (out_.get() < 0) open();
  try {
    const std::string png = quantity_ == Quantity::disparity ? disparity_bytes(".png", map) : depth_bytes(".png", map);
    put(matroska::frame(track_, index, png));
  } catch (const Error& error) {
    throw Error(fmt::format("cannot write '{}': {}", file_, error.what()), error.kind());
  }
}

void MapVideo::finish() {
  if (out_.get() < 0) return;  // all of it was there
  const off_t size = ::lseek(out_.get(), 0, SEEK_END);
  if (size < 0) io::fail("write", part(), errno);
  put(matroska::final_head(track_, frames_, static_cast<std::size_t>(size)), 0);
  if (!out_.close()) io::fail("write", part(), errno);
  std::error_code failure;
  fs::rename(part(), file_, failure);
  if (failure) io::fail("write", file_, failure.value());
}

}  // namespace csca::app
