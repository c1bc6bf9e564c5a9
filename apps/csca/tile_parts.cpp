// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "tile_parts.hpp"

#include "match_inputs.hpp"
#include "match_outputs.hpp"
#include "resources.hpp"
#include "resume.hpp"
#include "sign_flag.hpp"
#include "streams.hpp"
#include "tile_plan_file.hpp"
#include "tiles/match_tile.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fmt/format.h>

#include <charconv>
#include <chrono>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const TiledMatch& match) { return match.outputs.map + ".tiles"; }
fs::path plan_file(const TiledMatch& match) { return folder_of(match) / "plan.json"; }

/// A map of a tile that waits to be merged.
fs::path part_file(const TiledMatch& match, std::size_t tile, const TileMap& map) {
  return folder_of(match) / fmt::format("{}.{}.npy", tile, map.name);
}

bool is_done(const TiledMatch& match, std::size_t tile) {
  for (const TileMap& map : maps_of(match.outputs)) {
    if (!fs::exists(part_file(match, tile, map))) return false;
  }
  return true;
}

TilePlan read_plan(const TiledMatch& match) {
  const std::optional<Json> json = read_json(plan_file(match));
  if (!json || !json->contains("pair")) {
    throw Error(fmt::format("there is no plan in '{}': make one by --tile-part plan", folder_of(match).string()));
  }
  if (json->at("csca") != Json(CSCA_VERSION) || json->at("pair") != identity_of(match.inputs.files())) {
    throw Error(fmt::format("the plan in '{}' is of another csca or of other images: make it anew by --tile-part plan",
                            folder_of(match).string()));
  }
  return plan_of_json(*json);
}

void match_part(const TiledMatch& match, const TilePlan& plan, std::size_t tile) {
  const auto start = std::chrono::steady_clock::now();
  const bool before = is_done(match, tile);
  if (!before) {
    const PairFiles files(match.inputs);
    const Result result = match_tile(files.pair(), plan, tile);
    for (const TileMap& map : maps_of(match.outputs)) write_disparity(part_file(match, tile, map), result.*map.map);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const Json record = {{"tile", tile},
                       {"status", "done"},
                       {"before", before},
                       {"seconds", seconds},
                       {"cpu_seconds", cpu_seconds()},
                       {"peak_memory_bytes", peak_memory()},
                       {"predicted_memory_bytes", plan.bytes}};
  print_out(record.dump() + "\n");
}

void merge_parts(const TiledMatch& match, const TilePlan& plan) {
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    if (!is_done(match, i)) throw Error(fmt::format("tile {} of {} is not done yet", i, plan.tiles.size()));
  }
  const PairFiles files(match.inputs);
  TileMapFiles out(match, plan, files.pair());
  TileJoiner joiner(plan, files.pair().left.width(), files.pair().left.height());
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    Result result;
    for (const TileMap& map : maps_of(match.outputs)) result.*map.map = read_disparity(part_file(match, i, map));
    // Tiles make no file of these flags, but blending hands them on.
    result.validity = ValidityMap(result.disparity.width(), result.disparity.height());
    joiner.join(i, result);
    out.write(plan.tiles[i], result);
  }
  out.finish();
}

}  // namespace

void plan_parts(const TiledMatch& match, const Options& options) {
  const PairFiles files(match.inputs);
  const TilePlan plan = match.make_plan(files.pair(), options);
  Json json = {{"csca", CSCA_VERSION}, {"pair", identity_of(match.inputs.files())}, {"maps", Json::array()}};
  for (const TileMap& map : maps_of(match.outputs)) json["maps"].push_back(map.name);
  json.update(plan_to_json(plan));
  const std::optional<Json> before = read_json(plan_file(match));
  if (!match.dry_run && (!before || *before != json)) {
    // What is there belongs to another plan. A lock of whoever plans may stay.
    std::error_code failed;
    fs::create_directories(folder_of(match), failed);
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_of(match))) {
      if (entry.path().extension() != ".lock") fs::remove(entry.path());
    }
    write_file(plan_file(match), json.dump() + "\n");
  }
  std::size_t done = 0;
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) done += is_done(match, i) ? 1 : 0;
  const PredictedTime time = predicted_time(files.pair(), plan);
  const Json told = {{"tiles", plan.tiles.size()},
                     {"size", size_of(plan)},
                     {"width", files.pair().left.width()},
                     {"height", files.pair().left.height()},
                     {"done", done},
                     {"memory_bytes", plan.bytes},
                     {"seconds", time.seconds},
                     {"cpu_seconds", time.cpu_seconds},
                     {"exact", plan.exact}};
  print_out(told.dump() + "\n");
}

void run_part(const TiledMatch& match, const std::string& part) {
  const TilePlan plan = read_plan(match);
  if (part == "merge") return merge_parts(match, plan);
  std::size_t tile = 0;
  const auto [end, failed] = std::from_chars(part.data(), part.data() + part.size(), tile);
  if (failed != std::errc() || end != part.data() + part.size() || tile >= plan.tiles.size()) {
    throw Error(fmt::format("tile-part is '{}': give plan, merge, or the number of a tile from 0 to {}", part,
                            plan.tiles.size() - 1));
  }
  match_part(match, plan, tile);
}

}  // namespace csca::app
