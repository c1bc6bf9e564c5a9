// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/source.hpp"

#include <csca/error.hpp>

namespace csca::io {

void fail_truncated(const Source& source, std::string_view format) {
  throw Error(source.name + " is truncated: " + std::string(format) +
              " ends before its last row; copy or download it again");
}

void fail_damaged(const Source& source, std::string_view why) {
  throw Error(source.name + " is damaged: " + std::string(why) + "; copy or download it again");
}

void fail_unsupported(const Source& source, std::string_view why, std::string_view remedy) {
  throw Error(source.name + " cannot be used: " + std::string(why) + "; " + std::string(remedy));
}

void check_size(const Source& source, std::uint64_t width, std::uint64_t height) {
  constexpr std::uint64_t max_side = 65'535;
  constexpr std::uint64_t max_pixels = std::uint64_t{1} << 31;
  if (width == 0 || height == 0) fail_damaged(source, "its header says that it has no pixels");
  if (width > max_side || height > max_side || width * height > max_pixels) {
    fail_unsupported(source,
                     "it claims " + std::to_string(width) + " x " + std::to_string(height) +
                         " pixels, more than 65535 a side or 2^31 in all",
                     "cut it into tiles");
  }
  if (source.accept) source.accept(width, height);
}

void check_claim(const Source& source, std::string_view format, std::uint64_t pixel_bytes, std::uint64_t ratio) {
  if (pixel_bytes / ratio > source.size()) fail_truncated(source, format);
}

}  // namespace csca::io
