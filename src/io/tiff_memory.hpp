// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tiffio.h>

#include <memory>
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

}  // namespace csca::io
