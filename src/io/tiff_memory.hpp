// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tiffio.h>

#include <cerrno>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>

namespace csca::io {

/// A TIFF in memory: `bytes` is read, `out` is written; or on disk, where there is a descriptor. Remembers libtiff's
/// last error instead of printing it.
struct TiffMemory {
  std::string_view bytes;
  std::string out = {};
  int descriptor = -1;
  std::uint64_t size = 0;  ///< of the file on disk
  int error = 0;           ///< of the system, at a read or write on disk
  bool writing = false;
  std::uint64_t at = 0;
  bool ended = false;  ///< libtiff asked for more than there is
  char text[256] = "";
};

struct TiffClose {
  void operator()(TIFF* tiff) const;
};

/// Who writes calls TIFFFlush. What is not flushed is given up.
using Tiff = std::unique_ptr<TIFF, TiffClose>;

/// Null on failure, with the reason in `memory.text`; `memory` has to outlive the handle.
Tiff open_tiff(TiffMemory& memory, const char* mode);

/// For a TIFF of which a tag that libtiff lists apart (texts, tags of others) could not be set for want of memory:
/// libtiff counts one more than it has, and would crash when it closes. It is not closed; some kilobytes are lost.
inline void give_up(Tiff& tiff) { static_cast<void>(tiff.release()); }

/// Whether it is set. libtiff itself does not say when it has no memory for a text.
bool set_text(TIFF* tiff, std::uint32_t tag, const char* text);

/// A call of libtiff that writes. Where its predictor has no memory for a row, libtiff writes the row as it is, which
/// readers take for differences, and calls that success; but the system has said so.
template <class Call>
auto writing(const Call& call) {
  errno = 0;
  const auto result = call();
  if (errno == ENOMEM) throw std::bad_alloc();
  return result;
}

}  // namespace csca::io
