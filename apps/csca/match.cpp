// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "gdal/load.hpp"
#include "match_depth.hpp"
#include "match_flags.hpp"
#include "match_inputs.hpp"
#include "match_outputs.hpp"
#include "match_report.hpp"
#include "match_tiles.hpp"
#include "outputs.hpp"
#include "predict_time.hpp"
#include "progress.hpp"
#include "resources.hpp"
#include "sequence/frames.hpp"
#include "sequence/match_sequence.hpp"
#include "sign_flag.hpp"
#include "simd_flag.hpp"
#include "streams.hpp"
#include "volumes.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct MatchCommand {
  MatchFlags flags;
  MatchInputs inputs;
  MatchOutputs outputs;
  MatchDepth metres;
  SignFlag sign;
  VolumeFlags volumes;
  TileFlags tiles;
  std::optional<bool> show;
  bool dry_run = false;
  bool quiet = false;
  bool verbose = false;

  void run() {
    return_large_blocks();
    const auto start = std::chrono::steady_clock::now();
    name_cameras();
    auto read = inputs.words();
    read.push_back(flags.config());
    check_inputs(read);
    const auto [asked, reported_sign] = flags.asked();
    if (!sign.given && !reported_sign.empty()) sign.name = reported_sign;
    Options options = sign.to_inside(asked);
    inputs.check();
    if (tiles.asked() && (is_sequence(inputs) || inputs.side_by_side)) {
      throw Error("--tile takes one pair of two images: leave it out");
    }
    if (is_sequence(inputs)) return run_sequence(asked, options);
    if (show) throw Error("--show is for many frames: give --preview FILE for a picture of one map");
    outputs.check(options);
    metres.check();
    volumes.check(options, outputs.map);
    check_all_outputs(options);
    if (const bool plain = volumes.load.empty() && volumes.save.empty() && !inputs.side_by_side;
        plain && wants_tiles(tiles, inputs, options)) {
      if (metres.calibration.given()) {
        throw Error(
            "--calib, --depth and --cloud are of whole maps: make them of the map, by csca depth and csca cloud");
      }
      return TiledMatch{tiles, inputs, outputs, sign, dry_run, quiet, verbose}.run(options);
    }
    if (tiles.asked()) throw Error("cost volumes and halves of one image are of whole images: leave out --tile");
    Frame frame = inputs.side_by_side ? halves(read_fitting(input_file(inputs.left), options, 2))
                                      : read_pair(input_file(inputs.left), input_file(inputs.right), options);
    Image& left = frame.left;
    Image& right = frame.right;
    Pair pair{left, right};
    inputs.read_masks(pair);
    const std::optional<Calibration> cameras = metres.read(left, right, pair);
    Hooks hooks;
    std::optional<LoadedVolumes> loaded;
    if (!volumes.load.empty()) {
      loaded.emplace(volumes.load, left, right, options);
      loaded->announce(hooks);
    }
    if (dry_run) return plan(pair, options, hooks, start);
    check_some_output("nothing to write: give -o FILE");
    if (outputs.range_matters()) {
      // Estimated once, here, for the match too.
      const Levels range = resolve_range(left, right, options);
      options.range.first = range.first;
      options.range.levels = range.count;
      outputs.check_range(sign.to_outside(range));
    }
    if (loaded) {
      fit_memory(pair, options, hooks);  // a limit that cannot be kept is refused before gigabytes are read
      loaded->read(hooks, options.run.threads);
    }

    Options resolved = options;
    std::optional<SavedVolumes> saved;
    if (!volumes.save.empty()) saved.emplace(volumes.save, outputs.map, left, right, resolved, hooks);
    Result result;
    {
      Progress progress(!quiet);
      hooks.progress = [&](double done) { progress.show(done); };
      result = csca::match(pair, resolved, hooks);
    }
    for (const std::string& warning : result.warnings) say(fmt::format("csca: warning: {}\n", warning));
    if (cameras) metres.write(*cameras, left, result);
    sign.to_outside(result);
    if (inputs.left != stream_name && (by_gdal() || is_tiff(inputs.left)))
      outputs.place = read_georeference(inputs.left);
    outputs.write(asked, result, sign.name);
    if (saved) saved->finish();
    if (verbose) {
      say(text_report(result));
    } else if (!quiet && on_terminal()) {
      say(fmt::format("disparities {} to {} in {:.2f} s\n", result.range.first, result.range.last(),
                      result.seconds.total));
    }
  }

  /// `--left 0 --right 1`: --right is the right view's option too, which takes no number.
  void name_cameras() {
    if (!inputs.left_camera) return;
    const std::optional<int> right = flags.take_number("right");
    if (!inputs.left.empty() || (!right && !inputs.side_by_side)) {
      throw Error("--left N is the number of a camera: give --right N too, and neither LEFT nor RIGHT");
    }
    inputs.left = std::to_string(*inputs.left_camera);
    if (right) inputs.right = std::to_string(*right);
  }

  void check_some_output(const char* sentence) const {
    auto wanted = outputs.files();
    wanted.insert(wanted.end(), {metres.depth, metres.cloud});
    if (std::all_of(wanted.begin(), wanted.end(), [](const auto& file) { return file.empty(); })) throw Error(sentence);
  }

  void run_sequence(const Options& asked, const Options& options) const {
    if (dry_run || !volumes.load.empty() || !volumes.save.empty()) {
      throw Error("--dry-run, --load-volume and --save-volume are for one pair: give the images of one frame");
    }
    if (!wants_window(inputs, show)) check_some_output("nothing to write: give -o DIR");
    match_sequence({inputs, outputs, metres, sign, asked, options, show, quiet, verbose});
  }

  void check_all_outputs(const Options& options) const {
    auto written = outputs.files();
    for (auto& file : metres.files()) written.push_back(std::move(file));
    for (auto& file : volumes.outputs(options, outputs.map)) written.push_back(std::move(file));
    auto read = inputs.files();
    for (auto& file : metres.calibration.paths()) read.push_back(std::move(file));
    if (flags.config() != stream_name) read.emplace_back(flags.config());
    for (const auto& volume : volumes.load) read.insert(read.end(), {volume, volume_note(volume)});
    check_outputs(written, read);
  }

  void plan(const Pair& pair, Options options, const Hooks& hooks, std::chrono::steady_clock::time_point start) const {
    // What the range resolves to is worth the quarter of a second that the estimate takes.
    const Levels range = resolve_range(pair, options);
    options.range.first = range.first;
    options.range.levels = range.count;
    outputs.check_range(sign.to_outside(range));
    const Options resolved = resolve_options(pair, options, hooks);
    const auto megabytes = static_cast<double>(predicted_memory(pair, fit_memory(pair, options, hooks), hooks)) / 1e6;
    std::string text =
        fmt::format("{}predicted memory = {:.0f} MB\n", list_options(sign.to_outside(resolved)), megabytes);
    if (volumes.load.empty()) {
      // Reading and the estimate are part of a match too.
      const double so_far = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      const double cpu_so_far = cpu_seconds();
      const PredictedTime time = predict_time(pair, resolved);
      text += fmt::format("predicted time = {:.2f} s, {:.2f} s of all threads together\n", so_far + time.seconds,
                          cpu_so_far + time.cpu_seconds);
    }
    print_out(text);
  }
};

}  // namespace

Run match_command(Arguments& arguments) {
  auto command = std::make_shared<MatchCommand>();
  arguments.notes(
      "The pair has to be rectified: the point at (x, y) in LEFT appears at (x - d, y) in RIGHT, d is its disparity. "
      "If it is not, --calib with the cameras' file ('csca calibrate') rectifies it; maps are then of the rectified "
      "left "
      "view. "
      "Images may be PNG, JPEG, TIFF, PNM or PFM with 8-bit, 16-bit or float samples, grey or colour. "
      "NaN and infinity in float images are pixels without data.");
  arguments.examples({"csca match left.png right.png -o disparity.pfm --preview look.png",
                      "csca match left.png right.png -o disparity.tif --range -32..31",
                      "csca match left.png right.png --calib calib.txt --cloud cloud.ply",
                      "csca match left.png right.png -o - | csca eval - truth.pfm",
                      "csca match left/%04d.png right/%04d.png -o maps --preview colours/%04d.png"});
  command->inputs.add_to(arguments);
  command->outputs.add_to(arguments);
  command->metres.add_to(arguments);
  command->flags.add_to(arguments);
  command->sign.add_to(arguments);
  command->volumes.add_to(arguments);
  command->tiles.add_to(arguments);
  add_gdal_flag(arguments);
  constexpr const char* group = "Running";
  arguments
      .flag("--dry-run", command->dry_run,
            "print the resolved options, the predicted memory and the predicted time, match some rows at most")
      .group(group)
      .essential("print options, predicted memory and time only");
  arguments
      .flag_that(
          "--show,!--no-show", [command](bool on) { command->show = on; },
          "show the maps of a sequence in a window while they are made, as those of cameras are where there is a "
          "display; q in it ends the run")
      .group(group);
  arguments.flag("-q,--quiet", command->quiet, "no progress bar").group(group);
  arguments.flag("-v,--verbose", command->verbose, "tell range, scales, weights and time per step")
      .group(group)
      .essential();
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
