// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/manifest.hpp"
#include "json.hpp"
#include "match_flags.hpp"

#include "fuzz/files.hpp"
#include "fuzz/targets.hpp"

#include <csca/io.hpp>

#include <cstdlib>

namespace csca::fuzz {

// What the tool reads of reports and stored scores. What was read comes back from its own text.
void json(const std::string& bytes) {
  const auto read = app::Json::parse(bytes);
  if (!read) return;
  const auto again = app::Json::parse(sorted(*read).dump(2));
  if (!again) std::abort();
}

// What --config reads. Options that it gives are allowed, and come back from their own text.
void configuration(const std::string& bytes) {
  const app::Config config = app::read_config(MemoryFile(bytes).path().string());
  const Options options = make_options(config.preset.empty() ? "default" : config.preset, config.settings);
  validate(options);
  std::vector<Setting> all;
  for (const Field& field : fields()) all.emplace_back(field.name, field.get(options));
  const Options again = make_options("default", all);
  for (const Field& field : fields()) {
    if (field.get(again) != field.get(options)) std::abort();
  }
}

// A batch's list, as JSON lines where it begins like one. No name leads out of the batch's folder, and a pair is the
// same after its way to a worker.
void manifest(const std::string& bytes) {
  const std::filesystem::path list = folder() / (bytes.starts_with('{') ? "list.jsonl" : "list.csv");
  write_file(list, bytes);
  for (const app::BatchPair& pair : app::read_manifest(list.string(), "", false)) {
    for (const auto& part : std::filesystem::path(pair.name)) {
      if (part == ".." || part.is_absolute() || part.empty()) std::abort();
    }
    const app::BatchPair again = app::pair_of_row(pair.row(), {}, "the line");
    if (again.name != pair.name || again.settings.size() != pair.settings.size()) std::abort();
  }
}

}  // namespace csca::fuzz
