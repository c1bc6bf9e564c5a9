// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <vector>

namespace csca::app {
namespace {

/// A step of FNV-1a with eight bytes instead of one. A product moves bits up only; the shift brings high ones down.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x100000001b3;
  return hash ^ hash >> 29;
}

}  // namespace

std::string content_hash(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return "unreadable";
  std::uint64_t hash = 0xcbf29ce484222325;
  std::uint64_t size = 0;
  std::vector<char> block(1 << 18);
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    const auto count = static_cast<std::size_t>(stream.gcount());
    size += count;
    for (std::size_t i = 0; i < count; i += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;  // the file's end is filled up with zeros; its size tells it from a longer one
      std::memcpy(&word, block.data() + i, std::min(sizeof word, count - i));
      hash = mixed(hash, word);
    }
  }
  return stream.bad() ? "unreadable" : fmt::format("{:016x}", mixed(hash, size));
}

std::map<std::string, std::string> contents_of(const Scene& scene) {
  std::map<std::string, std::string> hashes;
  const auto add = [&](const std::string& what, const std::filesystem::path& file) {
    if (!file.empty()) hashes[what] = content_hash(file);
  };
  add("left", scene.left);
  add("right", scene.right);
  add("truth", scene.truth);
  add("right truth", scene.right_truth);
  for (const auto& [region, file] : scene.masks) add("mask " + region, file);
  return hashes;
}

}  // namespace csca::app
