// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/files.hpp"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

namespace csca::fuzz {

MemoryFile::MemoryFile(const std::string& bytes) : descriptor_(::memfd_create("fuzz", 0)) {
  for (std::size_t written = 0; written < bytes.size();) {
    const ssize_t count = ::write(descriptor_, bytes.data() + written, bytes.size() - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
}

MemoryFile::~MemoryFile() { ::close(descriptor_); }

std::filesystem::path MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

const std::filesystem::path& folder() {
  struct Folder {
    Folder() {
      std::string name = (std::filesystem::temp_directory_path() / "csca-fuzz-XXXXXX").string();
      path = ::mkdtemp(name.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::filesystem::path path;
  };
  static const Folder made;
  return made.path;
}

}  // namespace csca::fuzz
