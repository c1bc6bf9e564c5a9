// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "resume.hpp"

#include "io/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <set>
#include <vector>

namespace csca::app {

namespace fs = std::filesystem;

namespace {

/// A step of FNV-1a with eight bytes instead of one. A product moves bits up only; the shift brings high ones down.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x100000001b3;
  return hash ^ hash >> 29;
}

}  // namespace

std::string content_hash(const fs::path& file) {
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

Json options_of_result(const Options& options) {
  static const std::set<std::string_view> left_out = {"threads", "slab", "max_memory", "first", "levels"};
  Json json = Json::object();
  for (const Field& field : fields()) {
    if (!left_out.contains(field.name)) json[field.name] = field.get(options);
  }
  return json;
}

std::optional<Json> read_json(const fs::path& file) {
  try {
    return Json::parse(io::read_file(file));
  } catch (const Error&) {
    return std::nullopt;
  }
}

void remove_temporary_files(const fs::path& folder) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(".csca-") && name.ends_with(".tmp")) fs::remove(entry.path());
  }
}

}  // namespace csca::app
