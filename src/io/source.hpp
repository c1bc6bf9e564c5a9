// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace csca::io {

using SizeCheck = std::function<void(std::uint64_t width, std::uint64_t height)>;

/// What a decoder works on: a whole file in memory, and its name in quotes for the sentences of errors.
struct Source {
  std::string_view bytes;
  std::string name;
  std::uint64_t on_disk = 0;  ///< bytes of a file that is read piece by piece instead
  /// Throws Error for a size that whoever asks has no room for. Called before there is memory for a pixel.
  SizeCheck accept = {};

  std::uint64_t size() const { return bytes.size() + on_disk; }
};

/// "'x.png' is truncated: PNG ends before its last row; copy or download it again".
[[noreturn]] void fail_truncated(const Source& source, std::string_view format);

/// "'x.png' is damaged: <why>; copy or download it again".
[[noreturn]] void fail_damaged(const Source& source, std::string_view why);

/// "'x.tif' cannot be used: <why>; <remedy>".
[[noreturn]] void fail_unsupported(const Source& source, std::string_view why, std::string_view remedy);

/// Throws when an image of this size has no pixels or is larger than csca handles.
void check_size(const Source& source, std::uint64_t width, std::uint64_t height);

/// Throws when not even a file of the best compression, `ratio` to 1, could hold this many bytes of pixels: a small
/// damaged file must not make us allocate gigabytes before its end is noticed.
void check_claim(const Source& source, std::string_view format, std::uint64_t pixel_bytes, std::uint64_t ratio);

}  // namespace csca::io
