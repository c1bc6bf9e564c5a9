// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/unit.hpp"

#include "match_inputs.hpp"
#include "match_outputs.hpp"
#include "resources.hpp"
#include "resume.hpp"

#include <csca/io.hpp>
#include <csca/picture.hpp>
#include <csca/simd.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

namespace csca::app {

namespace fs = std::filesystem;

namespace {

Options within(Options options, std::optional<std::size_t> most) {
  options.run.max_memory = most;
  return options;
}

Options merged(const MatchFlags::Request& request, const BatchPair& pair) {
  std::vector<Setting> settings = request.settings;
  settings.insert(settings.end(), pair.settings.begin(), pair.settings.end());
  try {
    const Options options = make_options(pair.preset.empty() ? request.preset : pair.preset, settings);
    validate(options);
    return options;
  } catch (const Error& error) {
    throw Error(fmt::format("pair '{}': {}", pair.name, error.what()));
  }
}

/// What differs from the default preset: of a million records the rest would be gigabytes.
Json unusual_options(const Options& options) {
  static const Json usual = options_of_result(make_options("default"));
  const Json all = options_of_result(options);
  Json unusual = Json::object();
  for (const auto& [name, value] : all.members()) {
    if (value != usual.at(name)) unusual[name] = value;
  }
  return unusual;
}

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

/// The bytes of a map beside the disparities' own, which have all forms.
std::string map_bytes(const std::string& kind, const std::string& form, const Result& result) {
  if (kind == "validity") {
    const ValidityMap& flags = result.validity;
    return png_bytes({flags.data(), flags.width(), flags.height(), 1, Sample::u8, flags.width()});
  }
  if (kind == "preview") return png_bytes(to_image(preview(result.disparity)));
  const Plane<float>& map = kind == "maps"    ? result.disparity
                            : kind == "right" ? result.right_disparity
                                              : result.confidence;
  return disparity_bytes('.' + form, map);
}

void write_result(const fs::path& file, const std::string& bytes) {
  try {
    fs::create_directories(file.parent_path());
    write_file(file, bytes);
  } catch (const fs::filesystem_error& error) {
    throw OutputError(fmt::format("cannot write '{}': {}", file.string(), error.code().message()));
  } catch (const Error& error) {
    throw OutputError(error.what());
  }
}

}  // namespace

fs::path record_file(const fs::path& out, const std::string& name) { return out / "records" / (name + ".json"); }

Unit::Unit(const BatchSettings& settings, BatchPair pair)
    : settings_(settings),
      pair_(std::move(pair)),
      asked_(merged(settings.request, pair_)),
      options_(settings.sign.to_inside(asked_)) {
  MatchOutputs outputs;
  for (const std::string& kind : kinds()) {
    if (kind == "right") outputs.right_map = file(kind);
    if (kind == "confidence") outputs.confidence = file(kind);
  }
  outputs.check(options_);
}

std::vector<std::string> Unit::kinds() const {
  std::vector<std::string> kinds = {"maps"};
  kinds.insert(kinds.end(), settings_.also.begin(), settings_.also.end());
  return kinds;
}

fs::path Unit::file(const std::string& kind) const {
  const bool picture = kind == "validity" || kind == "preview";
  // Confidences are fractions, for which KITTI's PNG is too coarse.
  const bool fraction = kind == "confidence" && settings_.form == "png";
  const std::string ending = picture ? "png" : fraction ? "pfm" : settings_.form;
  return fs::path(kind) / fmt::format("{}.{}", pair_.name, ending);
}

Json Unit::inputs() const {
  Json inputs = {{"csca", CSCA_VERSION},
                 {"options", unusual_options(options_)},
                 {"first", field("first").get(options_)},
                 {"levels", field("levels").get(options_)},
                 {"sign", settings_.sign.name}};
  for (const auto& [what, file] :
       {std::pair{"left", pair_.left}, std::pair{"right", pair_.right}, std::pair{"left_mask", pair_.left_mask},
        std::pair{"right_mask", pair_.right_mask}}) {
    if (!file.empty()) inputs["files"][what] = content_hash(file);
  }
  return inputs;
}

std::optional<Json> Unit::stored() const {
  const std::optional<Json> record = read_json(record_file(settings_.out, name()));
  if (!record || !record->contains("inputs") || !record->contains("outputs")) return std::nullopt;
  for (const std::string& kind : kinds()) {
    const fs::path made = file(kind);
    const Json* hash = record->at("outputs").find(made.string());
    if (hash == nullptr || *hash != Json(content_hash(settings_.out / made))) return std::nullopt;
  }
  return record->at("inputs") == inputs() ? record : std::nullopt;
}

void Unit::forget() const {
  std::error_code failed;
  fs::remove(record_file(settings_.out, name()), failed);
  if (failed) {
    throw OutputError(
        fmt::format("cannot replace the result of '{}' in '{}': {}", name(), settings_.out.string(), failed.message()));
  }
}

Unit::Loaded::Loaded(const Unit& unit, int threads, std::optional<std::size_t> most)
    : threads_(threads),
      inputs_(unit.inputs()),
      left_(read_fitting(unit.pair_.left, within(unit.options_, most))),
      right_(read_fitting(unit.pair_.right, within(unit.options_, most))),
      pair_{left_, right_},
      options_(unit.options_) {
  MatchInputs{{}, {}, unit.pair_.left_mask, unit.pair_.right_mask}.read_masks(pair_);
  const Levels range = resolve_range(pair_, options_);
  MatchOutputs outputs;
  outputs.map = unit.file("maps");
  outputs.check_range(unit.settings_.sign.to_outside(range));
  options_.range.first = range.first;
  options_.range.levels = range.count;
  options_.run.max_memory = most;
}

Options Unit::Loaded::options(int threads) const {
  Options options = options_;
  options.run.threads = threads;
  return fit_memory(pair_, options);
}

Unit::Needs Unit::Loaded::needs() const {
  return {predicted_memory(pair_, options(1)), predicted_memory(pair_, options(threads_))};
}

Json Unit::run(const Loaded& loaded, int threads) const {
  const auto start = std::chrono::steady_clock::now();
  const Options options = loaded.options(threads);
  Result result = csca::match(loaded.pair_, options);
  settings_.sign.to_outside(result);
  Json record = {{"name", name()}, {"status", "done"}};
  record["inputs"] = loaded.inputs_;
  for (const std::string& kind : kinds()) {
    const fs::path made = file(kind);
    write_result(settings_.out / made, map_bytes(kind, made.extension().string().substr(1), result));
    record["outputs"][made.string()] = content_hash(settings_.out / made);
  }
  record.update({{"left", pair_.left.string()},
                 {"right", pair_.right.string()},
                 {"width", result.disparity.width()},
                 {"height", result.disparity.height()},
                 {"first", result.range.first},
                 {"levels", result.range.count},
                 {"warnings", result.warnings.empty() ? Json::array() : Json(result.warnings)},
                 {"seconds", std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()},
                 {"cpu_seconds", cpu_seconds()},
                 {"peak_memory_bytes", peak_memory()},
                 {"predicted_memory_bytes", predicted_memory(loaded.pair_, options)},
                 {"threads", options.run.threads},
                 {"simd", simd_target()},
                 {"host", host_name()}});
  write_result(record_file(settings_.out, name()), record.dump() + "\n");
  return record;
}

}  // namespace csca::app
