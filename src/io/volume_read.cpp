// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/volume_io.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

#include "core/offset.hpp"
#include "io/bytes.hpp"
#include "io/files.hpp"
#include "io/npy.hpp"
#include "io/volume_note.hpp"

namespace csca {
namespace {

namespace fs = std::filesystem;

/// numpy's name of an element type: float64 for f8.
std::string dtype_name(const std::string& type) {
  const std::string letter = type.size() == 3 ? type.substr(1, 1) : "";
  const std::string_view kind = letter == "f" ? "float" : letter == "i" ? "int" : letter == "u" ? "uint" : "";
  if (letter == "b") return "bool";
  return kind.empty() ? type : fmt::format("{}{}", kind, 8 * (type[2] - '0'));
}

/// An open volume file: what it holds, and where.
struct Opened {
  explicit Opened(const fs::path& file);

  io::Descriptor in;
  io::Source source;  // the name for sentences
  VolumeShape shape;
  std::size_t start = 0;
  std::endian order = std::endian::little;

  /// Fills the bytes from the file's place `at`, or throws.
  void read(char* to, std::size_t count, std::size_t at, const fs::path& file) const {
    while (count > 0) {
      const ssize_t got = ::pread(in.get(), to, count, static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) io::fail("read", file, errno);
      if (got == 0) io::fail_truncated(source, "npy");
      to += got;
      at += static_cast<std::size_t>(got);
      count -= static_cast<std::size_t>(got);
    }
  }
};

Opened::Opened(const fs::path& file) : in(::open(file.c_str(), O_RDONLY | O_CLOEXEC)), source{{}, io::quoted(file)} {
  struct stat info {};
  if (in.get() < 0 || ::fstat(in.get(), &info) != 0) io::fail("read", file, errno);
  if (S_ISDIR(info.st_mode)) io::fail("read", file, EISDIR);
  if (!S_ISREG(info.st_mode)) io::fail("read", file, "it is a device or a pipe; name a file");
  const auto size = static_cast<std::uint64_t>(info.st_size);

  std::string head(std::min<std::uint64_t>(size, 65'536), '\0');  // headers are short
  read(head.data(), head.size(), 0, file);
  if (!head.starts_with(io::npy_magic)) {
    io::fail_unsupported(source, "it is not a numpy file", "save the volume with numpy.save");
  }
  const io::NpyHeader header = io::read_npy_header({head, source.name});
  if (header.type != "<f4" && header.type != ">f4") {
    io::fail_unsupported(source, "its elements are " + dtype_name(header.type),
                         "save it as float32: volume.astype('float32')");
  }
  if (header.shape.size() != 3) {
    io::fail_unsupported(source, "the array has the shape " + header.shape_text,
                         "save a three-dimensional one (y, x, level)");
  }
  if (header.by_column) {
    io::fail_unsupported(source, "its order is Fortran's", "save numpy.ascontiguousarray(volume)");
  }
  io::check_size(source, header.shape[1], header.shape[0]);
  constexpr std::uint32_t most_levels = 65'535;
  if (header.shape[2] == 0 || header.shape[2] > most_levels) {
    io::fail_unsupported(source, fmt::format("it has {} levels", header.shape[2]), "save 1 to 32768");
  }
  shape = {
      static_cast<int>(header.shape[1]), static_cast<int>(header.shape[0]), {0, static_cast<int>(header.shape[2])}};
  start = header.start;
  order = header.type[0] == '>' ? std::endian::big : std::endian::little;
  if (size - header.start < shape.bytes()) io::fail_truncated(source, "npy");
  shape.levels.first = io::first_level(file, shape);
}

}  // namespace

VolumeShape read_volume_shape(const fs::path& file) { return Opened(file).shape; }

Volume read_volume(const fs::path& file) try {
  const Opened opened(file);
  const VolumeShape& shape = opened.shape;
  const auto count = static_cast<std::size_t>(shape.levels.count);
  Volume volume(shape.width, shape.height, shape.levels);
  std::vector<char> row(sizeof(float) * static_cast<std::size_t>(shape.width) * count);
  for (int y = 0; y < shape.height; ++y) {
    opened.read(row.data(), row.size(), opened.start + offset(y, row.size()), file);
    const char* from = row.data();
    for (int x = 0; x < shape.width; ++x) {
      float* cells = volume.pixel(x, y);
      for (int k = 0; k < shape.levels.count; ++k, from += sizeof(float)) {
        cells[k] = io::load<float>(from, opened.order);
      }
    }
  }
  return volume;
} catch (const std::bad_alloc&) {
  io::fail_too_large(file);
}

}  // namespace csca
