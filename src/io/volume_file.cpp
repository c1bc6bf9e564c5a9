// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/volume_io.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "core/offset.hpp"
#include "io/bytes.hpp"
#include "io/files.hpp"
#include "io/new_file.hpp"
#include "io/npy.hpp"
#include "io/volume_note.hpp"

namespace csca {

std::filesystem::path volume_note(const std::filesystem::path& file) {
  return std::filesystem::path(file).replace_extension(".json");
}

VolumeFile::VolumeFile(std::filesystem::path file, const VolumeShape& shape, std::string stage, int scale)
    : file_(std::move(file)), shape_(shape), note_(io::encode_note(shape, stage, scale)) {
  if (shape.bytes() == 0) throw Error("cannot write " + io::quoted(file_) + ": the volume has no cells");
  check_writable(file_);
  check_writable(volume_note(file_));
  const std::string header = io::encode_npy_header({shape.height, shape.width, shape.levels.count});
  size_ = header.size() + shape.bytes();

  out_ = std::make_unique<io::NewFile>(io::behind_links(file_));
  if (out_->descriptor() < 0) io::fail("write", file_, io::reason(errno));
  // Claimed now, a full disk is an error; met while writing through the map, it would be a signal that ends the
  // program.
  int error = EINTR;
  while (error == EINTR) error = ::posix_fallocate(out_->descriptor(), 0, static_cast<off_t>(size_));
  void* map = MAP_FAILED;
  if (error == 0) map = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_SHARED, out_->descriptor(), 0);
  if (error == 0 && map == MAP_FAILED) error = errno;
  if (error != 0) io::fail("write", file_, fmt::format("it needs {} bytes, and {}", size_, io::reason(error)));
  bytes_ = static_cast<char*>(map);
  std::memcpy(bytes_, header.data(), header.size());
  cells_ = reinterpret_cast<float*>(bytes_ + header.size());  // the header's size is a multiple of 64
}

VolumeFile::~VolumeFile() {
  if (bytes_ != nullptr) ::munmap(bytes_, size_);
}

void VolumeFile::take(Levels levels, int y, const float* row) {
  const int first = std::max(levels.first, shape_.levels.first);
  const int last = std::min(levels.last(), shape_.levels.last());
  if (first > last || y < 0 || y >= shape_.height) return;
  const auto stride = static_cast<std::size_t>(Volume::stride_for(levels.count));
  const auto count = static_cast<std::size_t>(shape_.levels.count);
  const auto width = static_cast<std::size_t>(shape_.width);
  float* const begin = cells_ + offset(y, width) * count;
  float* out = begin + (first - shape_.levels.first);
  const float* in = row + (first - levels.first);

  // Two slabs may bring the level at their seam at the same time.
  const std::scoped_lock lock(locks_[static_cast<std::size_t>(y) % locks_.size()]);
  for (std::size_t x = 0; x < width; ++x, out += count, in += stride) {
    std::copy_n(in, last - first + 1, out);
    if constexpr (std::endian::native != std::endian::little) {
      for (int k = 0; k <= last - first; ++k) io::store(reinterpret_cast<char*>(out + k), in[k], std::endian::little);
    }
  }
  give_back(begin, width * count);
}

void VolumeFile::give_back(const float* cells, std::size_t count) {
  static const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t start = (reinterpret_cast<const char*>(cells) - bytes_) / page * page;
  const std::size_t end = reinterpret_cast<const char*>(cells + count) - bytes_;
  // The pages stay the file's, only no longer this process's: otherwise it would seem to hold the whole volume.
  ::madvise(bytes_ + start, end - start, MADV_DONTNEED);
}

void VolumeFile::finish() {
  const std::filesystem::path note_file = volume_note(file_);
  io::NewFile note(io::behind_links(note_file));
  if (note.descriptor() < 0) io::fail("write", note_file, io::reason(errno));
  if (const int error = io::write_all(note.descriptor(), note_)) io::fail("write", note_file, io::reason(error));
  // Together: a note beside the volume of an earlier run would give it a wrong range.
  if (const int error = io::NewFile::appear({out_.get(), &note})) io::fail("write", file_, io::reason(error));
}

void write_volume(const std::filesystem::path& file, const Volume& volume, const std::string& stage, int scale) {
  VolumeFile out(file, {volume.width(), volume.height(), volume.levels()}, stage, scale);
  for (int y = 0; y < volume.height(); ++y) out.take(volume.levels(), y, volume.row(y));
  out.finish();
}

}  // namespace csca
