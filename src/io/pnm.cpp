// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/pnm.hpp"

#include "core/offset.hpp"
#include "io/bytes.hpp"
#include "io/text_header.hpp"

namespace csca::io {
namespace {

enum class Kind { bits, grey, colour };

struct Pnm {
  Kind kind;
  bool plain;  ///< decimal text instead of bytes
  int width, height;
  std::uint32_t maxval;
};

Pnm read_header(const Source& source, TextHeader& header) {
  const std::string_view magic = header.word();
  if (magic.size() != 2) fail_damaged(source, "PNM does not start with P1 to P6");
  const int index = magic[1] - '1';  // the first bytes were recognised before
  Pnm pnm{static_cast<Kind>(index % 3), index < 3, 0, 0, 1};
  const std::uint32_t width = header.number("width");
  const std::uint32_t height = header.number("height");
  check_size(source, width, height);
  pnm.width = static_cast<int>(width);
  pnm.height = static_cast<int>(height);
  if (pnm.kind != Kind::bits) pnm.maxval = header.number("largest value");
  if (pnm.maxval == 0 || pnm.maxval > 65'535) fail_damaged(source, "PNM says a largest value outside 1 to 65535");
  return pnm;
}

/// The least number of bytes that the pixels take.
std::uint64_t body_bytes(const Pnm& pnm, int channels) {
  const std::uint64_t height = static_cast<std::uint64_t>(pnm.height);
  const std::uint64_t row = static_cast<std::uint64_t>(pnm.width) * static_cast<std::uint64_t>(channels);
  if (pnm.kind == Kind::bits) return pnm.plain ? row * height : (row + 7) / 8 * height;
  if (pnm.plain) return 2 * row * height - 1;  // one digit each and spaces between them
  return row * height * (pnm.maxval > 255 ? 2 : 1);
}

/// Fills the image with what `next(x, y)` returns, widened to `full` when it is not zero.
template <class T, class Next>
void fill(const Source& source, const Pnm& pnm, std::uint32_t full, Image& image, Next next) {
  const std::uint32_t maxval = pnm.maxval;
  const int samples = image.width() * image.channels();
  for (int y = 0; y < image.height(); ++y) {
    T* row = image.row<T>(y);
    for (int x = 0; x < samples; ++x) {
      const std::uint32_t value = next(x, y);
      if (value > maxval) fail_damaged(source, "PNM has a sample above its largest value");
      row[x] = static_cast<T>(full == 0 || full == maxval ? value : (value * full + maxval / 2) / maxval);
    }
  }
}

template <class T>
Image decode(const Source& source, TextHeader& header, const Pnm& pnm, bool widen) {
  const int channels = pnm.kind == Kind::colour ? 3 : 1;
  const std::string_view body = pnm.plain ? header.rest() : header.body();
  if (body.size() < body_bytes(pnm, channels)) fail_truncated(source, "PNM");

  Image image(pnm.width, pnm.height, channels, sizeof(T) == 1 ? Sample::u8 : Sample::u16);
  const std::uint32_t full = widen ? (sizeof(T) == 1 ? 255 : 65'535) : 0;
  const std::size_t samples = offset(pnm.width, channels);
  if (pnm.kind == Kind::bits) {  // 1 is black
    const std::size_t row_bytes = (samples + 7) / 8;
    fill<T>(source, pnm, full, image, [&](int x, int y) -> std::uint32_t {
      if (pnm.plain) return header.bit() ? 0 : 1;
      const int byte = static_cast<unsigned char>(body[offset(y, row_bytes) + x / 8]);
      return (byte >> (7 - x % 8) & 1) != 0 ? 0 : 1;
    });
  } else if (pnm.plain) {
    fill<T>(source, pnm, full, image, [&](int, int) { return header.number("next sample"); });
  } else {
    fill<T>(source, pnm, full, image, [&](int x, int y) -> std::uint32_t {
      return load<T>(body.data() + (offset(y, samples) + x) * sizeof(T), std::endian::big);
    });
  }
  return image;
}

Image decode(const Source& source, bool widen) {
  TextHeader header(source, "PNM");
  const Pnm pnm = read_header(source, header);
  return pnm.maxval > 255 ? decode<std::uint16_t>(source, header, pnm, widen)
                          : decode<std::uint8_t>(source, header, pnm, widen);
}

}  // namespace

Image decode_pnm(const Source& source) { return decode(source, true); }

Image decode_pnm_counts(const Source& source) { return decode(source, false); }

}  // namespace csca::io
