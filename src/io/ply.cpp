// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/geometry_io.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <bit>

#include "io/bytes.hpp"
#include "io/files.hpp"

namespace csca {
namespace {

/// What follows a point's place, where the cloud has it.
std::string header(const Cloud& cloud) {
  std::string text = fmt::format(
      "ply\nformat binary_little_endian 1.0\ncomment metres; x to the right, {}\n"
      "element vertex {}\nproperty float x\nproperty float y\nproperty float z\n",
      cloud.upright ? "y up, z towards the viewer" : "y down, z into the scene", cloud.points.size());
  if (!cloud.normals.empty()) text += "property float nx\nproperty float ny\nproperty float nz\n";
  if (!cloud.colours.empty()) text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
  if (!cloud.confidence.empty()) text += "property float confidence\n";
  return text + "end_header\n";
}

void append(std::string& bytes, float value) {
  char four[sizeof(float)];
  io::store(four, value, std::endian::little);
  bytes.append(four, sizeof(float));
}

void append(std::string& bytes, const std::array<float, 3>& values) {
  for (const float value : values) append(bytes, value);
}

void check_part(std::size_t size, const Cloud& cloud, const char* name) {
  if (size == 0 || size == cloud.points.size()) return;
  throw Error(fmt::format("the cloud has {} points and {} {}: each point has one, or none has", cloud.points.size(),
                          size, name));
}

}  // namespace

std::string ply_bytes(const Cloud& cloud) {
  if (cloud.points.empty()) throw Error("the cloud has no points: widen the depths, or ask for less confidence");
  check_part(cloud.normals.size(), cloud, "normals");
  check_part(cloud.colours.size(), cloud, "colours");
  check_part(cloud.confidence.size(), cloud, "confidences");
  std::string bytes = header(cloud);
  constexpr std::size_t largest_point = 7 * sizeof(float) + 3;
  bytes.reserve(bytes.size() + cloud.points.size() * largest_point);
  for (std::size_t i = 0; i < cloud.points.size(); ++i) {
    append(bytes, cloud.points[i]);
    if (!cloud.normals.empty()) append(bytes, cloud.normals[i]);
    if (!cloud.colours.empty()) bytes.append(reinterpret_cast<const char*>(cloud.colours[i].data()), 3);
    if (!cloud.confidence.empty()) append(bytes, cloud.confidence[i]);
  }
  return bytes;
}

void write_ply(const std::filesystem::path& file, const Cloud& cloud) {
  if (io::ending_of(file) != ".ply") {
    throw Error("cannot write " + io::quoted(file) + ": clouds go into PLY; let the name end in .ply");
  }
  check_writable(file);
  write_file(file, ply_bytes(cloud));
}

}  // namespace csca
