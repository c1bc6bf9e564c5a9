// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/tiff_memory.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>

namespace csca::io {
namespace {

TiffMemory& memory_of(thandle_t handle) { return *static_cast<TiffMemory*>(handle); }

/// All of it, or as much as there is.
tmsize_t read_disk(TiffMemory& memory, char* to, std::uint64_t count) {
  std::uint64_t got = 0;
  while (got < count) {
    const ssize_t now = ::pread(memory.descriptor, to + got, count - got, static_cast<off_t>(memory.at + got));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) memory.error = errno;
    if (now <= 0) break;
    got += static_cast<std::uint64_t>(now);
  }
  if (got < count && !memory.writing) memory.ended = true;
  memory.at += got;
  return static_cast<tmsize_t>(got);
}

tmsize_t write_disk(TiffMemory& memory, const char* from, std::uint64_t count) {
  std::uint64_t put = 0;
  while (put < count) {
    const ssize_t now = ::pwrite(memory.descriptor, from + put, count - put, static_cast<off_t>(memory.at + put));
    if (now < 0 && errno == EINTR) continue;
    if (now < 0) {
      memory.error = errno;
      return -1;
    }
    put += static_cast<std::uint64_t>(now);
  }
  memory.at += put;
  memory.size = std::max(memory.size, memory.at);
  return static_cast<tmsize_t>(put);
}

toff_t size(thandle_t handle) {
  const TiffMemory& memory = memory_of(handle);
  if (memory.descriptor >= 0) return memory.size;
  return memory.writing ? memory.out.size() : memory.bytes.size();
}

tmsize_t read(thandle_t handle, void* to, tmsize_t count) {
  TiffMemory& memory = memory_of(handle);
  if (memory.descriptor >= 0) {
    return read_disk(memory, static_cast<char*>(to), static_cast<std::uint64_t>(std::max<tmsize_t>(count, 0)));
  }
  const std::string_view bytes = memory.writing ? std::string_view(memory.out) : memory.bytes;
  const std::uint64_t wanted = static_cast<std::uint64_t>(std::max<tmsize_t>(count, 0));
  const std::uint64_t left = bytes.size() - std::min<std::uint64_t>(memory.at, bytes.size());
  const std::uint64_t got = std::min(wanted, left);
  if (got < wanted && !memory.writing) memory.ended = true;
  if (got > 0) std::memcpy(to, bytes.data() + memory.at, got);
  memory.at += got;
  return static_cast<tmsize_t>(got);
}

tmsize_t write(thandle_t handle, void* from, tmsize_t count) {
  TiffMemory& memory = memory_of(handle);
  if (memory.descriptor >= 0) {
    return write_disk(memory, static_cast<const char*>(from), static_cast<std::uint64_t>(count));
  }
  const std::uint64_t end = memory.at + static_cast<std::uint64_t>(count);
  try {
    if (end > memory.out.size()) memory.out.resize(end);
  } catch (const std::exception&) {  // must not travel through libtiff
    return -1;
  }
  std::memcpy(memory.out.data() + memory.at, from, static_cast<std::size_t>(count));
  memory.at = end;
  return count;
}

toff_t seek(thandle_t handle, toff_t offset, int whence) {
  TiffMemory& memory = memory_of(handle);
  memory.at = offset + (whence == SEEK_SET ? 0 : whence == SEEK_CUR ? memory.at : size(handle));
  return memory.at;
}

int close(thandle_t) { return 0; }

/// Answering 1 keeps libtiff from calling the handlers of the process, which would print.
int on_error(TIFF*, void* user, const char*, const char* format, va_list values) {
  auto& memory = *static_cast<TiffMemory*>(user);
  std::vsnprintf(memory.text, sizeof memory.text, format, values);
  return 1;
}

int on_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

}  // namespace

void TiffClose::operator()(TIFF* tiff) const {
  // Closing writes the directory if it was not, even one whose lists libtiff could not allocate, where it crashes.
  TIFFSetMode(tiff, O_RDONLY);
  TIFFClose(tiff);
}

Tiff open_tiff(TiffMemory& memory, const char* mode) {
  const std::unique_ptr<TIFFOpenOptions, void (*)(TIFFOpenOptions*)> options(TIFFOpenOptionsAlloc(),
                                                                             TIFFOpenOptionsFree);
  if (options == nullptr) return nullptr;
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), on_error, &memory);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), on_warning, &memory);
  // What libtiff allocates for itself is a strip or a list of strips; a damaged tag may ask for anything.
  constexpr tmsize_t most = tmsize_t{1} << 30;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), most + static_cast<tmsize_t>(memory.bytes.size()));
  return Tiff(
      TIFFClientOpenExt("TIFF", mode, &memory, read, write, seek, close, size, nullptr, nullptr, options.get()));
}

bool set_text(TIFF* tiff, std::uint32_t tag, const char* text) {
  const char* kept = nullptr;
  return TIFFSetField(tiff, tag, text) == 1 && TIFFGetField(tiff, tag, &kept) == 1 && kept != nullptr &&
         std::strcmp(kept, text) == 0;
}

}  // namespace csca::io
