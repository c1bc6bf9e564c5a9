// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_tiles.hpp"

#include "command_line.hpp"
#include "gdal/load.hpp"
#include "match_inputs.hpp"
#include "match_outputs.hpp"
#include "match_report.hpp"
#include "predict_time.hpp"
#include "progress.hpp"
#include "resources.hpp"
#include "sign_flag.hpp"
#include "streams.hpp"
#include "tile_parts.hpp"

#include <csca/error.hpp>
#include <csca/tiles_io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace csca::app {
namespace {

void check_outputs_of_tiles(const MatchOutputs& outputs) {
  for (const std::string& file : {outputs.map, outputs.right_map, outputs.confidence}) {
    if (file.empty() || is_tiff(file)) continue;
    throw Error(
        fmt::format("cannot write '{}': a map that is made in tiles goes into a TIFF of tiles; let the name "
                    "end in .tif, or raise --max-memory and leave --tile out",
                    file));
  }
  for (const std::string& file : {outputs.validity, outputs.preview, outputs.json}) {
    if (file.empty()) continue;
    throw Error(
        fmt::format("cannot write '{}': tiles make maps alone (-o, --right-output, --confidence-map); leave it "
                    "out, or raise --max-memory and leave --tile out",
                    file));
  }
}

std::unique_ptr<WindowReader> opened(const std::string& word) {
  return word.empty() ? nullptr : open_windows(input_file(word));
}

}  // namespace

int size_of(const TilePlan& plan) { return std::max(plan.tiles.front().width, plan.tiles.front().height); }

PredictedTime predicted_time(const WindowedPair& files, const TilePlan& plan) {
  const auto pixels = [](const Window& window) { return static_cast<double>(window.width) * window.height; };
  const Window& largest = *std::max_element(plan.windows.begin(), plan.windows.end(),
                                            [&](const Window& a, const Window& b) { return pixels(a) < pixels(b); });
  double all = 0;
  for (const Window& window : plan.windows) all += pixels(window);
  const double before = cpu_seconds();
  const Image left = files.left.read(largest);
  const Image right = files.right.read(largest);
  const double reading = cpu_seconds() - before;
  const Pair pair{left, right};
  const PredictedTime one = predict_time(pair, resolve_options(pair, plan.options));
  const double share = all / pixels(largest);
  return {share * (reading + one.seconds), share * (reading + one.cpu_seconds)};
}

void TileFlags::add_to(Arguments& arguments) {
  constexpr const char* group = "Tiles";
  arguments
      .option(
          "--tile", size,
          "match in tiles of this size, pixels on a side; without, in tiles only where a pair of TIFFs does not fit "
          "--max-memory, as large as that allows")
      .takes("SIZE")
      .group(group);
  arguments
      .option("--tile-overlap", options.overlap,
              "pixels around a tile that methods see which depend on the whole image, such as trees; others see what "
              "they need")
      .takes("N")
      .shows_default()
      .group(group);
  arguments
      .flag("--tile-ranges", options.local_ranges,
            "each tile searches only the disparities that a coarse look sees there: faster where terrain is high in "
            "few places, but maps differ from those without tiles")
      .group(group);
  arguments
      .option(
          "--tile-part", part,
          "for schedulers: a part of the work. First 'plan', which prints the number of tiles N; then each tile, 0 to "
          "N - 1, in any order and on any machine; then 'merge'. Parts are handed over in the folder MAP.tiles")
      .takes("PART")
      .group(group);
}

PairFiles::PairFiles(const MatchInputs& inputs)
    : left_(opened(inputs.left)),
      right_(opened(inputs.right)),
      left_mask_(opened(inputs.left_mask)),
      right_mask_(opened(inputs.right_mask)),
      pair_{*left_, *right_, left_mask_.get(), right_mask_.get()} {}

bool wants_tiles(const TileFlags& flags, const MatchInputs& inputs, const Options& options) {
  if (flags.asked()) return true;
  if (!options.run.max_memory) return false;
  if (!by_gdal() && (!is_tiff(inputs.left) || !is_tiff(inputs.right))) return false;
  if (options.select.confidence == Confidence::ambiguity) return false;
  return !fits_whole(PairFiles(inputs).pair(), options);
}

TilePlan TiledMatch::make_plan(const WindowedPair& pair, const Options& options) const {
  TileOptions tiles = flags.options;
  tiles.size = flags.size;
  TilePlan plan = plan_tiles(pair, options, tiles);
  for (const std::string& warning : plan.warnings) fmt::print(stderr, "csca: warning: {}\n", warning);
  if (!plan.exact && !dry_run) {
    say(tiles.local_ranges
            ? "csca: warning: each tile searches a range of its own: the map differs from one without tiles\n"
            : fmt::format("csca: warning: {}, which depends on the whole image: seams between tiles may show\n",
                          plan.why_not));
  }
  return plan;
}

std::vector<TileMap> maps_of(const MatchOutputs& outputs) {
  std::vector<TileMap> maps = {{"disparity", outputs.map, &Result::disparity},
                               {"right", outputs.right_map, &Result::right_disparity},
                               {"confidence", outputs.confidence, &Result::confidence}};
  std::erase_if(maps, [](const TileMap& map) { return map.file.empty(); });
  return maps;
}

TileMapFiles::TileMapFiles(const TiledMatch& match, const TilePlan& plan, const WindowedPair& pair)
    : sign_(match.sign) {
  const Georeference place = read_georeference(input_file(match.inputs.left));
  const int size = (size_of(plan) + 63) / 64 * 64;
  for (TileMap& map : maps_of(match.outputs)) {
    const bool left_pixels = map.map != &Result::right_disparity;
    auto file = std::make_unique<TiledMapFile>(map.file, pair.left.width(), pair.left.height(), size,
                                               left_pixels ? place : Georeference());
    maps_.emplace_back(std::move(map), std::move(file));
  }
}

void TileMapFiles::write(const Window& tile, const Result& result) {
  Result outside = result;
  sign_.to_outside(outside);
  for (const auto& [map, file] : maps_) file->write(tile, outside.*map.map);
}

void TileMapFiles::finish() {
  for (const auto& [map, file] : maps_) file->finish();
}

void TiledMatch::run(const Options& options) const {
  check_outputs_of_tiles(outputs);
  if (!dry_run && outputs.map.empty()) throw Error("nothing to write: give -o FILE");
  const auto start = std::chrono::steady_clock::now();
  if (!flags.part.empty() && outputs.map.empty()) throw Error("parts of tiles are kept beside the map: give -o FILE");
  if (flags.part == "plan") return plan_parts(*this, options);
  if (!flags.part.empty()) return run_part(*this, flags.part);
  const PairFiles files(inputs);
  const TilePlan plan = make_plan(files.pair(), options);
  const int size = size_of(plan);
  if (dry_run) {
    // The look at the whole pair is part of a match too.
    const double so_far = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const double cpu_so_far = cpu_seconds();
    const PredictedTime time = predicted_time(files.pair(), plan);
    int width = 0;
    int height = 0;
    for (const Window& window : plan.windows) {
      width = std::max(width, window.width);
      height = std::max(height, window.height);
    }
    print_out(
        fmt::format("{}tiles = {}, up to {} pixels on a side, read with their margins as up to {} x {} pixels\n"
                    "same bits as without tiles = {}\npredicted memory = {:.0f} MB\npredicted time = {:.2f} s, {:.2f} "
                    "s of all threads "
                    "together\n",
                    list_options(sign.to_outside(plan.options)), plan.tiles.size(), size, width, height,
                    plan.exact ? "yes" : "no, " + plan.why_not, static_cast<double>(plan.bytes) / 1e6,
                    so_far + time.seconds, cpu_so_far + time.cpu_seconds));
    return;
  }
  TileMapFiles maps(*this, plan, files.pair());
  {
    Progress progress(!quiet);
    std::size_t done = 0;
    Hooks hooks;
    hooks.progress = [&](double share) {
      progress.show(share, fmt::format("tile {} of {}", std::min(done + 1, plan.tiles.size()), plan.tiles.size()));
    };
    match_tiles(
        files.pair(), plan,
        [&](const Window& tile, const Result& result) {
          maps.write(tile, result);
          ++done;
        },
        hooks);
  }
  maps.finish();
  if (!verbose && (quiet || !on_terminal())) return;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print(stderr, "{} tiles of up to {} pixels, disparities {} to {} in {:.2f} s, {:.0f} MB\n", plan.tiles.size(),
             size, *plan.options.range.first, *plan.options.range.first + *plan.options.range.levels - 1, seconds,
             static_cast<double>(peak_memory()) / 1e6);
}

}  // namespace csca::app
