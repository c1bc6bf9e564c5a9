// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_outputs.hpp"

#include "command_line.hpp"
#include "match_report.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca::app {
namespace {

std::string ending_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& c : ending) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return ending;
}

bool is_png(const std::string& file) { return ending_of(file) == ".png"; }

/// A PNG, or a video of such.
bool has_16_bits(const std::string& file) { return is_png(file) || ending_of(file) == ".mkv"; }

/// A map whose pixels lie somewhere on Earth takes that along, where its form can say it.
void write_placed(const std::string& file, const Plane<float>& map, const Georeference& place) {
  if (file.empty()) return;
  if (place.empty() || !is_tiff(file)) return write_map(file, map);
  constexpr int step = 64;
  const int size = (std::max(map.width(), map.height()) + step - 1) / step * step;
  TiledMapFile out(file, map.width(), map.height(), size, place);
  out.write({0, 0, map.width(), map.height()}, map);
  out.finish();
}

}  // namespace

bool is_tiff(const std::string& file) { return ending_of(file) == ".tif" || ending_of(file) == ".tiff"; }

void MatchOutputs::add_to(Arguments& arguments) {
  constexpr const char* group = "Files";
  arguments
      .option("-o,--output", map,
              "the disparity map: .pfm (float, +inf = unknown), .png (KITTI: 16 bit, x256, 0 = unknown), "
              ".tif (float, NaN = unknown) or .npy; - prints a PFM, for pipes; of a sequence a folder for PFMs, a "
              "pattern such as maps/%04d.png, or a video of 16 bits, .mkv")
      .takes_file(map_files)
      .group(group)
      .essential("the disparity map: .pfm, .png, .tif or .npy; - for a pipe");
  arguments
      .option("--preview", preview,
              "also draw the map in colours, with a legend: .png, .jpg, .svg or .pdf; of a sequence a folder, a "
              "pattern, or a "
              "video: .mp4, .mkv or .avi")
      .takes_file(picture_files)
      .group(group)
      .essential("also draw the map in colours: .png, .jpg, .svg or .pdf");
  arguments
      .option("--json", json,
              "also report options, range, scales, weights, time per step, peak memory; --config reads it back; - "
              "prints it")
      .takes_file("json")
      .group(group)
      .essential("also report options, range and times; --config reads it");
  arguments
      .option("--right-output", right_map, "the right view's map, in the same forms; needs --right full or diagonal")
      .takes_file(map_files)
      .group(group);
  arguments
      .option("--confidence-map", confidence,
              "how sure each disparity is, 0 to 1: .pfm, .tif or .npy; needs --confidence")
      .takes_file("pfm,tif,tiff,npy")
      .group(group);
  arguments
      .option("--validity", validity,
              "8-bit flags of each pixel, added up: 1 the pixel holds no number, 2 some candidates have no partner, "
              "4 none has, 8 occluded, 16 mismatched, 32 speckle, 64 filled from neighbours, 128 masked")
      .takes_file("png", "PNG")
      .group(group);
  arguments
      .option("--plane-map", planes,
              "the number of the plane that each pixel chose, 8 bits; 0: a level of the range; --json has the planes; "
              "needs --planes")
      .takes_file("png", "PNG")
      .group(group);
}

void MatchOutputs::check(const Options& options) const {
  for (const std::string& file : {map, right_map, confidence}) {
    check_no_terminal(file);
    if (!file.empty() && file != stream_name) check_disparity_ending(file);
  }
  if (!preview.empty()) check_picture_ending(preview);
  check_no_terminal(validity);
  check_no_terminal(planes);
  if (!confidence.empty() && is_png(confidence)) {
    throw Error(
        fmt::format("cannot write '{}': confidences are fractions, for which KITTI PNG is too coarse; use "
                    ".pfm, .tif or .npy",
                    confidence));
  }
  const auto check_png = [](const std::string& file, const char* what) {
    if (file.empty() || file == stream_name || is_png(file)) return;
    throw Error(fmt::format("cannot write '{}': {} go into 8-bit PNGs; let the name end in .png", file, what));
  };
  check_png(validity, "flags");
  check_png(planes, "numbers of planes");
  if (!planes.empty() && !options.planes.asked_for()) {
    throw Error("--plane-map needs planes: add --planes auto, or --planes with the largest number of them");
  }
  if (!right_map.empty() && options.select.right == RightView::none) {
    throw Error("--right-output needs the right view: add --right full or --right diagonal");
  }
  if (!confidence.empty() && options.select.confidence == Confidence::none) {
    throw Error("--confidence-map needs a confidence: add --confidence with the name of one, such as peak_ratio");
  }
}

bool MatchOutputs::range_matters() const { return has_16_bits(map) || has_16_bits(right_map); }

void MatchOutputs::check_range(Levels range) const {
  constexpr int largest = 255;  // of 65535 / 256
  if (range.first >= 0 && range.last() <= largest) return;
  for (const std::string& file : {map, right_map}) {
    if (file.empty() || !has_16_bits(file)) continue;
    const int first = std::max(range.first, 0);
    const int last = std::min(range.last(), largest);
    const std::string narrower = first <= last ? fmt::format(", or search --range {}..{}", first, last) : "";
    throw Error(
        fmt::format("cannot write '{}': the disparities {} to {} are searched, and 16 bits of KITTI's form hold 0 to "
                    "255.996; use .pfm, .tif or .npy{}",
                    file, range.first, range.last(), narrower));
  }
}

void MatchOutputs::write(const Options& options, const Result& result, const std::string& sign) const {
  // Maps first: a disparity that KITTI PNG cannot hold then leaves no other file behind.
  write_placed(map, result.disparity, place);
  write_placed(right_map, result.right_disparity, {});
  write_placed(confidence, result.confidence, place);
  const auto write_bytes = [](const std::string& file, const Plane<std::uint8_t>& bytes) {
    if (file.empty()) return;
    write_output(file, png_bytes({bytes.data(), bytes.width(), bytes.height(), 1, Sample::u8, bytes.width()}));
  };
  write_bytes(validity, result.validity);
  write_bytes(planes, result.plane);
  if (!preview.empty()) write_picture(preview, csca::preview(result.disparity, colours));
  if (!json.empty()) write_output(json, json_report(options, result, sign));
}

}  // namespace csca::app
