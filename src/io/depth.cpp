// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/geometry_io.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <limits>

#include "io/files.hpp"
#include "io/new_file.hpp"
#include "io/npy.hpp"
#include "io/pfm.hpp"
#include "io/png.hpp"
#include "io/tiff.hpp"
#include "io/unknown.hpp"

namespace csca {
namespace {

std::string in_words(std::string_view quantity, const char* unit, const char* unknown) {
  return fmt::format("{} in {}, unknown = {}", quantity, unit, unknown);
}

std::string png(const Plane<float>& depth, std::string_view quantity) {
  constexpr int largest = 65'535;
  Image image(depth.width(), depth.height(), 1, Sample::u16);
  std::size_t outside = 0;
  for (int y = 0; y < depth.height(); ++y) {
    for (int x = 0; x < depth.width(); ++x) {
      if (!std::isfinite(depth(x, y))) continue;  // 0
      const double millimetres = std::round(depth(x, y) * 1e3);
      const bool fits = millimetres >= 1 && millimetres <= largest;
      outside += fits ? 0 : 1;
      image.row<std::uint16_t>(y)[x] = fits ? static_cast<std::uint16_t>(millimetres) : 0;
    }
  }
  if (outside > 0) {
    throw Error(
        fmt::format("{} not between 0.001 and 65.535 m, which is all that a PNG of millimetres holds; leave "
                    "farther ones out, or use .tif, .pfm or .npy",
                    outside == 1 ? "1 pixel is" : fmt::format("{} pixels are", outside)));
  }
  const io::PngNote notes[] = {{"Unit", "millimetre"}, {"Description", in_words(quantity, "millimetres", "0")}};
  return io::encode_png(image, notes);
}

std::string tiff(const Plane<float>& depth, std::string_view quantity) {
  return io::encode_tiff(io::mark_unknown(depth, std::numeric_limits<float>::quiet_NaN()),
                         in_words(quantity, "metres", "NaN"));
}

std::string pfm(const Plane<float>& depth, std::string_view) {
  return io::encode_pfm(io::mark_unknown(depth, std::numeric_limits<float>::infinity()));
}

std::string npy(const Plane<float>& depth, std::string_view) {
  return io::encode_npy(io::mark_unknown(depth, std::numeric_limits<float>::quiet_NaN()));
}

struct DepthForm {
  std::string_view ending;
  std::string (*encode)(const Plane<float>& depth, std::string_view quantity);
  const char* unknown;  // of the note beside it; none: the file itself says all
};

constexpr DepthForm depth_forms[] = {{".png", png, nullptr},
                                     {".tif", tiff, nullptr},
                                     {".tiff", tiff, nullptr},
                                     {".pfm", pfm, "inf"},
                                     {".npy", npy, "NaN"}};

const DepthForm& depth_form_of(const std::filesystem::path& file) {
  const std::string ending = io::ending_of(file);
  for (const DepthForm& form : depth_forms) {
    if (form.ending == ending) return form;
  }
  throw Error("cannot write " + io::quoted(file) + ": the ending must be .png (millimetres), .tif, .pfm or .npy");
}

/// Both files or none.
void write_with_note(const std::filesystem::path& file, std::string_view bytes, std::string_view note) {
  const std::filesystem::path note_file = depth_note(file);
  check_writable(note_file);
  io::NewFile map(io::behind_links(file));
  io::NewFile beside(io::behind_links(note_file));
  if (map.descriptor() < 0 || beside.descriptor() < 0) io::fail("write", file, io::reason(errno));
  int error = io::write_all(map.descriptor(), bytes);
  if (error == 0) error = io::write_all(beside.descriptor(), note);
  if (error == 0) error = io::NewFile::appear({&map, &beside});
  if (error != 0) io::fail("write", file, io::reason(error));
}

}  // namespace

std::filesystem::path depth_note(const std::filesystem::path& file) {
  if (depth_form_of(file).unknown == nullptr) return {};
  return std::filesystem::path(file).replace_extension(".json");
}

std::string depth_bytes(std::string_view ending, const Plane<float>& depth, std::string_view quantity) {
  return depth_form_of("map" + std::string(ending)).encode(depth, quantity);
}

void write_depth(const std::filesystem::path& file, const Plane<float>& depth, std::string_view quantity) {
  const DepthForm& form = depth_form_of(file);
  if (depth.empty()) throw Error("cannot write " + io::quoted(file) + ": the depth map has no pixels");
  check_writable(file);
  std::string bytes;
  try {
    bytes = form.encode(depth, quantity);
  } catch (const Error& error) {
    throw Error("cannot write " + io::quoted(file) + ": " + error.what());
  }
  if (form.unknown == nullptr) return write_file(file, bytes);
  write_with_note(file, bytes,
                  fmt::format("{{\n  \"quantity\": \"{}\",\n  \"unit\": \"metre\",\n  \"unknown\": \"{}\"\n}}\n",
                              quantity, form.unknown));
}

}  // namespace csca
