// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/files.hpp"

#include <filesystem>
#include <vector>

namespace csca::app {

/// A part I of N, counted from 1; 0 of 0 is all of a batch.
struct Shard {
  int index = 0;
  int count = 0;

  bool whole() const { return count == 0; }
};

/// Keeps a second batch out of an output folder while this one lives. The system lets go of it however the process
/// ends. Shards of one batch may work side by side, each by itself. Throws Error, which names who has the folder.
class FolderLock {
 public:
  FolderLock(const std::filesystem::path& out, Shard shard);

 private:
  std::vector<io::Descriptor> held_;
};

}  // namespace csca::app
