// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <string>

#include "io/counts.hpp"
#include "io/decode.hpp"
#include "io/files.hpp"
#include "io/images.hpp"
#include "io/npy.hpp"
#include "io/pfm.hpp"
#include "io/png.hpp"
#include "io/tiff.hpp"
#include "io/unknown.hpp"

namespace csca {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// Integers of 16 bits are exact in float, so this serves all samples.
bool same(float a, float b) { return a == b || (std::isnan(a) && std::isnan(b)); }

/// The only channel, ignoring alpha; colours have to be grey, as some tools store maps.
template <class T, class Convert>
Plane<float> only_channel(const io::Source& source, const Image& image, Convert to_disparity) {
  const int channels = image.channels();
  Plane<float> plane(image.width(), image.height());
  for (int y = 0; y < plane.height(); ++y) {
    const T* pixel = image.row<T>(y);
    for (int x = 0; x < plane.width(); ++x, pixel += channels) {
      if (channels >= 3 && !(same(pixel[0], pixel[1]) && same(pixel[0], pixel[2]))) {
        io::fail_unsupported(source, "it is a colour image", "give a disparity map with one channel");
      }
      plane(x, y) = to_disparity(pixel[0]);
    }
  }
  return plane;
}

io::Counts counts_of(const io::Source& source, const Image& image, std::string_view format) {
  if (image.sample() != Sample::f32) return {.bits = image.sample() == Sample::u8 ? 8 : 16};
  return format == "TIFF" ? io::tiff_counts(source) : io::Counts();  // which has integers that became floats
}

Plane<float> from_image(const io::Source& source, std::optional<double> scale) {
  const io::Format& format = io::format_of(source);
  if (format.name == "JPEG") {
    io::fail_unsupported(source, "it is a JPEG, which does not keep disparities exactly", "use PFM, PNG, TIFF or npy");
  }
  const Image image = format.decode_counts(source);
  if (format.name == "PNG" && image.sample() == Sample::u16 && !scale) scale = 256;  // KITTI's
  const io::Counts counts = counts_of(source, image, format.name);
  const double divisor = io::divisor_of(source, counts, scale);
  if (image.sample() == Sample::f32) {
    Plane<float> map =
        only_channel<float>(source, image, [&](float value) { return static_cast<float>(value / divisor); });
    io::forget_mark(map, counts, divisor);
    return map;
  }
  const auto divide = [&](int value) { return value == 0 ? unknown : static_cast<float>(value / divisor); };
  return image.sample() == Sample::u8 ? only_channel<std::uint8_t>(source, image, divide)
                                      : only_channel<std::uint16_t>(source, image, divide);
}

std::string pfm(const Plane<float>& plane) {
  return io::encode_pfm(io::mark_unknown(plane, std::numeric_limits<float>::infinity()));
}

std::string tiff(const Plane<float>& plane) { return io::encode_tiff(io::mark_unknown(plane, unknown)); }

std::string npy(const Plane<float>& plane) { return io::encode_npy(io::mark_unknown(plane, unknown)); }

std::string kitti_png(const Plane<float>& plane) {
  Image image(plane.width(), plane.height(), 1, Sample::u16);
  std::size_t outside = 0;
  for (int y = 0; y < plane.height(); ++y) {
    for (int x = 0; x < plane.width(); ++x) {
      const float value = plane(x, y);
      if (!std::isfinite(value)) continue;  // 0, which is why a disparity of 0 has to be 1
      const float code = std::round(value * 256);
      const bool fits = value >= 0 && code <= 65'535;
      outside += fits ? 0 : 1;
      image.row<std::uint16_t>(y)[x] = fits ? static_cast<std::uint16_t>(std::max(code, 1.0F)) : 0;
    }
  }
  if (outside > 0) {
    throw Error(std::to_string(outside) + (outside == 1 ? " disparity is" : " disparities are") +
                " outside 0 to 255.996, which is all that a KITTI PNG holds; use .pfm, .tif or .npy");
  }
  return io::encode_png(image);
}

/// The forms of a disparity file by the ending of its name.
struct Form {
  std::string_view ending;
  std::string (*encode)(const Plane<float>& plane);
};

constexpr Form forms[] = {{".pfm", pfm}, {".png", kitti_png}, {".tif", tiff}, {".tiff", tiff}, {".npy", npy}};

const Form& form_of(const std::filesystem::path& file) {
  const std::string ending = io::ending_of(file);
  for (const Form& form : forms) {
    if (form.ending == ending) return form;
  }
  throw Error("cannot write " + io::quoted(file) + ": the ending must be .pfm, .png (KITTI), .tif or .npy");
}

}  // namespace

Plane<float> io::decode_disparity(const Source& source, std::optional<double> scale) {
  if (scale && !(*scale > 0 && std::isfinite(*scale))) {
    throw Error(fmt::format("scale is {} for {}: allowed is a number above 0", *scale, source.name));
  }
  const bool is_npy = source.bytes.starts_with(npy_magic);
  return io::mark_unknown(is_npy ? decode_npy(source, scale) : from_image(source, scale), unknown);
}

Plane<float> read_disparity(const std::filesystem::path& file, std::optional<double> scale) try {
  const std::string bytes = io::read_file(file);
  return io::decode_disparity({bytes, io::quoted(file)}, scale);
} catch (const std::bad_alloc&) {
  io::fail_too_large(file);
}

std::string disparity_bytes(std::string_view ending, const Plane<float>& disparity) {
  return form_of("map" + std::string(ending)).encode(disparity);
}

void check_disparity_ending(const std::filesystem::path& file) { form_of(file); }

void write_disparity(const std::filesystem::path& file, const Plane<float>& disparity) {
  const Form& form = form_of(file);
  if (disparity.empty())
    throw Error("cannot write " + io::quoted(file) + ": the disparity map has no pixels; match first");
  check_writable(file);  // before the work of encoding
  std::string bytes;
  try {
    bytes = form.encode(disparity);
  } catch (const Error& error) {
    throw Error("cannot write " + io::quoted(file) + ": " + error.what());
  }
  write_file(file, bytes);
}

}  // namespace csca
