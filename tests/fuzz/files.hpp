// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace csca::fuzz {

/// A file that lives in memory.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& bytes);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::filesystem::path path() const;

 private:
  int descriptor_;
};

/// A folder of this process, for readers that look at the names of files; gone at its end.
const std::filesystem::path& folder();

}  // namespace csca::fuzz
