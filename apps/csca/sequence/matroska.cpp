// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/matroska.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <optional>

namespace csca::app::matroska {
namespace {

// Names of elements, as the specification calls them.
enum Id : std::uint32_t {
  ebml = 0x1A45DFA3,
  ebml_version = 0x4286,
  ebml_read_version = 0x42F7,
  ebml_max_id_length = 0x42F2,
  ebml_max_size_length = 0x42F3,
  doc_type = 0x4282,
  doc_type_version = 0x4287,
  doc_type_read_version = 0x4285,
  segment = 0x18538067,
  info = 0x1549A966,
  timestamp_scale = 0x2AD7B1,
  duration = 0x4489,
  title = 0x7BA9,
  muxing_app = 0x4D80,
  writing_app = 0x5741,
  tracks = 0x1654AE6B,
  track_entry = 0xAE,
  track_number = 0xD7,
  track_uid = 0x73C5,
  track_type = 0x83,
  flag_lacing = 0x9C,
  default_duration = 0x23E383,
  codec_id = 0x86,
  codec_private = 0x63A2,
  video = 0xE0,
  pixel_width = 0xB0,
  pixel_height = 0xBA,
  tags = 0x1254C367,
  tag = 0x7373,
  targets = 0x63C0,
  simple_tag = 0x67C8,
  tag_name = 0x45A3,
  tag_string = 0x4487,
  cluster = 0x1F43B675,
  timestamp = 0xE7,
  simple_block = 0xA3,
};

constexpr int size_bytes = 8;                                 // all sizes are written in as many
constexpr std::uint64_t size_mark = std::uint64_t{1} << 56U;  // which this bit says
constexpr std::uint64_t unknown_size = 2 * size_mark - 1;
constexpr double milliseconds = 1e3;

std::string big_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8U * static_cast<unsigned>(i)) & 0xFFU);
  return text;
}

std::string name_of(Id id) {
  const auto number = static_cast<std::uint32_t>(id);
  return big_endian(number, number > 0xFFFFFF ? 4 : number > 0xFFFF ? 3 : number > 0xFF ? 2 : 1);
}

std::string element(Id id, std::string_view content) {
  return name_of(id) + big_endian(size_mark | content.size(), size_bytes) + std::string(content);
}
std::string number(Id id, std::uint64_t value) { return element(id, big_endian(value, 8)); }
std::string real(Id id, double value) { return element(id, big_endian(std::bit_cast<std::uint64_t>(value), 8)); }

std::string little_endian(std::uint32_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8U * static_cast<unsigned>(i)) & 0xFFU);
  return text;
}

/// The header of a bitmap, by which older containers name a codec.
std::string bitmap_header(const Track& track) {
  constexpr int length = 40;
  std::string text = little_endian(length, 4) + little_endian(static_cast<std::uint32_t>(track.width), 4) +
                     little_endian(static_cast<std::uint32_t>(track.height), 4) + little_endian(1, 2) +
                     little_endian(16, 2) + "MPNG";
  text.resize(length);
  return text;
}

std::uint64_t time_of(const Track& track, int index) {
  return static_cast<std::uint64_t>(std::llround(index / track.rate * milliseconds));
}

std::string with_lengths(const Track& track, std::optional<int> frames, std::optional<std::size_t> bytes) {
  const std::string start =
      element(ebml, number(ebml_version, 1) + number(ebml_read_version, 1) + number(ebml_max_id_length, 4) +
                        number(ebml_max_size_length, 8) + element(doc_type, "matroska") + number(doc_type_version, 4) +
                        number(doc_type_read_version, 2));
  const std::string about = element(
      info, number(timestamp_scale, 1'000'000) +
                real(duration, frames ? static_cast<double>(time_of(track, *frames)) : 0) +
                element(title, track.title) + element(muxing_app, "csca") + element(writing_app, "csca " CSCA_VERSION));
  const std::string one_track = number(track_number, 1) + number(track_uid, 1) + number(track_type, 1) +
                                number(flag_lacing, 0) +
                                number(default_duration, static_cast<std::uint64_t>(std::llround(1e9 / track.rate))) +
                                element(codec_id, "V_MS/VFW/FOURCC") + element(codec_private, bitmap_header(track)) +
                                element(video, number(pixel_width, static_cast<std::uint64_t>(track.width)) +
                                                   number(pixel_height, static_cast<std::uint64_t>(track.height)));
  const std::string settings =
      element(tag, element(targets, "") +
                       element(simple_tag, element(tag_name, "SETTINGS") + element(tag_string, track.settings)));
  const std::size_t before = start.size() + name_of(segment).size() + size_bytes;
  const std::uint64_t size = bytes ? size_mark | (*bytes - before) : unknown_size;
  return start + name_of(segment) + big_endian(size, size_bytes) + about +
         element(tracks, element(track_entry, one_track)) + element(tags, settings);
}

std::uint64_t read_big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8U | static_cast<unsigned char>(c);
  return value;
}

}  // namespace

std::string head(const Track& track) { return with_lengths(track, {}, {}); }

std::string final_head(const Track& track, int frames, std::size_t bytes) { return with_lengths(track, frames, bytes); }

std::string frame(const Track& track, int index, std::string_view png) {
  constexpr std::string_view first_track_at_once_key_frame("\x81\0\0\x80", 4);
  return element(cluster, number(timestamp, time_of(track, index)) +
                              element(simple_block, std::string(first_track_at_once_key_frame) + std::string(png)));
}

Contents contents_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary | std::ios::ate);
  if (!stream) return {};
  const auto length = static_cast<std::uint64_t>(stream.tellg());
  Contents found;
  std::uint64_t head_size = 0;
  for (std::uint64_t at = 0; at + 4 + size_bytes <= length;) {
    std::string start(4 + size_bytes, '\0');
    stream.seekg(static_cast<std::streamoff>(at));
    if (!stream.read(start.data(), static_cast<std::streamsize>(start.size()))) return {};
    const std::uint64_t id = read_big_endian(std::string_view(start).substr(0, 4));
    const std::uint64_t marked = read_big_endian(std::string_view(start).substr(4));
    if (at == 0 && id != ebml) return {};
    at += start.size();
    if (id == segment) continue;  // what follows lies in it
    if (marked < size_mark || marked == unknown_size || marked - size_mark > length - at) break;
    at += marked - size_mark;
    if (id == cluster) {
      ++found.frames;
      found.end_before = found.end;
    } else {
      head_size = at;
    }
    found.end = at;
  }
  found.head.resize(head_size);
  stream.clear();
  stream.seekg(0);
  stream.read(found.head.data(), static_cast<std::streamsize>(head_size));
  return found;
}

}  // namespace csca::app::matroska
