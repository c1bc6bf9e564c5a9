// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/log.hpp"

#include "batch/unit.hpp"
#include "dataset/csv.hpp"
#include "dataset/folders.hpp"
#include "io/files.hpp"
#include "resume.hpp"

#include <csca/io.hpp>

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <set>

namespace csca::app {

namespace fs = std::filesystem;

namespace {

std::unordered_map<std::string, Json> read_log(const fs::path& file) {
  std::unordered_map<std::string, Json> records;
  std::error_code missing;
  if (fs::file_size(file, missing) == 0 || missing) return records;
  for (const auto& [number, line] : dataset::lines_of(io::read_file(file))) {
    std::optional<Json> record = Json::parse(line);
    if (!record) continue;
    if (const Json* name = record->find("name"); name != nullptr && name->is_text()) {
      const std::string key = name->text();
      records[key] = std::move(*record);
    }
  }
  return records;
}

}  // namespace

fs::path log_file(const fs::path& out, Shard shard) {
  return out / (shard.whole() ? "log.jsonl" : fmt::format("log.{}-of-{}.jsonl", shard.index, shard.count));
}

Json failure(const std::string& name, const std::string& sentence, int tries) {
  return {{"name", name}, {"status", "failed"}, {"error", sentence}, {"tries", tries}};
}

BatchLog::BatchLog(fs::path file) : file_(std::move(file)), records_(read_log(file_)) {}

void BatchLog::add(const Json& record) {
  Json& known = records_[record.at("name").text()];
  if (known == record) return;
  known = record;
  if (out_.get() < 0) {
    finish({});  // one line a pair from the start, and none that is cut off
    out_ = io::Descriptor(::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
    if (out_.get() < 0) throw OutputError(fmt::format("cannot write '{}': {}", file_.string(), io::reason(errno)));
    return;
  }
  if (const int error = io::write_all(out_.get(), record.dump() + "\n")) {
    throw OutputError(fmt::format("cannot write '{}': {}", file_.string(), io::reason(error)));
  }
}

void BatchLog::finish(std::span<const BatchPair> pairs) {
  std::string text;
  std::set<std::string> others;
  for (const auto& [name, record] : records_) others.insert(name);
  const auto put = [&](const std::string& name) { text += records_.at(name).dump() + "\n"; };
  for (const BatchPair& pair : pairs) {
    if (others.erase(pair.name) > 0) put(pair.name);
  }
  for (const std::string& name : others) put(name);
  out_ = io::Descriptor(-1);
  try {
    write_file(file_, text);
  } catch (const Error& error) {
    throw OutputError(error.what());
  }
}

std::vector<std::string> merge_logs(const fs::path& out, std::span<const BatchPair> pairs) {
  BatchLog log(log_file(out, {}));
  std::vector<fs::path> parts;
  for (const fs::path& file : dataset::files_in(out)) {
    const std::string name = file.filename().string();
    if (!name.starts_with("log.") || !name.ends_with(".jsonl") || name == "log.jsonl") continue;
    parts.push_back(file);
    for (const auto& [pair, record] : read_log(file)) log.add(record);
  }
  std::vector<std::string> missing;
  for (const BatchPair& pair : pairs) {
    if (const std::optional<Json> record = read_json(record_file(out, pair.name))) {
      log.add(*record);
    } else {
      missing.push_back(pair.name);
    }
  }
  log.finish(pairs);
  for (const fs::path& part : parts) fs::remove(part);
  return missing;
}

}  // namespace csca::app
