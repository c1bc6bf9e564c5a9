// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "batch/lock.hpp"
#include "batch/manifest.hpp"
#include "json.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <unordered_map>

namespace csca::app {

/// JSON Lines, one for each pair that is done or has failed. A line is added as a pair ends; `finish` puts them in the
/// order of the manifest.
class BatchLog {
 public:
  /// Goes on with a log that is there. What a killed run left of a last line is dropped.
  explicit BatchLog(std::filesystem::path file);

  /// In place of what the log has of the pair; nothing when it has just that.
  void add(const Json& record);

  /// One line a pair, those of the manifest first.
  void finish(std::span<const BatchPair> pairs);

 private:
  std::filesystem::path file_;
  std::unordered_map<std::string, Json> records_;
  io::Descriptor out_{-1};
};

std::filesystem::path log_file(const std::filesystem::path& out, Shard shard);

/// What became of a failed pair.
Json failure(const std::string& name, const std::string& sentence, int tries);

/// Makes one log of the records under `out` and of the logs of shards, which it removes. Returns the names of pairs
/// that are not done.
std::vector<std::string> merge_logs(const std::filesystem::path& out, std::span<const BatchPair> pairs);

}  // namespace csca::app
