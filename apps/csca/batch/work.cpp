// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/work.hpp"

#include "batch/log.hpp"
#include "commands.hpp"
#include "gdal/load.hpp"
#include "resources.hpp"
#include "streams.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

#include <charconv>
#include <iostream>
#include <new>

namespace csca::app {
namespace {

/// Nothing where it is to end.
std::optional<int> granted_threads(const PoolLimits& limits) {
  std::string line;
  if (!std::getline(std::cin, line)) return limits.threads;
  int threads = 0;
  std::from_chars(line.data(), line.data() + line.size(), threads);
  return threads > 0 ? std::optional(threads) : std::nullopt;
}

void say(const Json& words) { print_out(words.dump() + "\n"); }

/// The record, or nothing where it was told to end.
std::optional<Json> result_of(const Unit& unit, const PoolLimits& limits) {
  if (std::optional<Json> stored = unit.stored()) return stored;
  unit.forget();
  const Unit::Loaded loaded(unit, limits.threads, limits.memory);
  const Unit::Needs needs = loaded.needs();
  say({{"needs",
        {{"held", peak_memory()}, {"memory", needs.memory}, {"memory_all_threads", needs.memory_all_threads}}}});
  const std::optional<int> threads = granted_threads(limits);
  if (!threads) return std::nullopt;
  return unit.run(loaded, *threads);
}

}  // namespace

std::vector<std::string> unit_command(const BatchSettings& settings, const PoolLimits& limits) {
  std::vector<std::string> words = {"csca",
                                    "batch",
                                    "-",
                                    "--unit",
                                    "--out",
                                    settings.out.string(),
                                    "--form",
                                    settings.form,
                                    "--sign",
                                    settings.sign.name,
                                    "--simd",
                                    std::string(simd_target()),
                                    "--threads",
                                    std::to_string(limits.threads),
                                    "--max-memory",
                                    std::to_string(limits.memory)};
  if (by_gdal()) words.push_back("--gdal");
  if (!settings.also.empty()) words.insert(words.end(), {"--also", fmt::format("{}", fmt::join(settings.also, ","))});
  return words;
}

std::string unit_line(const BatchSettings& settings, BatchPair pair) {
  if (pair.preset.empty()) pair.preset = settings.request.preset;
  pair.settings.insert(pair.settings.begin(), settings.request.settings.begin(), settings.request.settings.end());
  return pair.row().dump() + "\n";
}

void work_on_unit(const BatchSettings& settings, const PoolLimits& limits) {
  return_large_blocks();
  std::string line;
  std::getline(std::cin, line);
  const std::optional<Json> row = Json::parse(line);
  if (!row || !row->is_object()) throw Error("--unit reads one pair as a line of JSON from standard input");
  const Unit unit(settings, pair_of_row(*row, {}, "the line"));
  Json failed;
  try {
    if (const std::optional<Json> record = result_of(unit, limits)) say(*record);
    return;
  } catch (const OutputError& error) {
    failed = failure(unit.name(), error.what(), 1);
    failed["stop"] = true;
  } catch (const Error& error) {
    failed = failure(unit.name(), error.what(), 1);
  } catch (const std::bad_alloc&) {
    failed = failure(unit.name(), "not enough memory: try a --max-memory or a smaller image", 1);
  }
  say(failed);
  throw Exit{2};
}

}  // namespace csca::app
