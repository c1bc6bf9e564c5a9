// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "match_flags.hpp"
#include "match_inputs.hpp"
#include "match_outputs.hpp"
#include "match_report.hpp"
#include "outputs.hpp"
#include "progress.hpp"
#include "sign_flag.hpp"
#include "simd_flag.hpp"
#include "volumes.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace csca::app {
namespace {

/// Blocks of a megabyte and more go back to the system when they are freed, so that the process never holds much more
/// than it uses. By default the C library raises that bound to 32 MB as it goes.
void return_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

struct MatchCommand {
  MatchFlags flags;
  MatchInputs inputs;
  MatchOutputs outputs;
  SignFlag sign;
  VolumeFlags volumes;
  bool dry_run = false;
  bool quiet = false;
  bool verbose = false;

  void run() const {
    return_large_blocks();
    const Options asked = flags.options();
    Options options = sign.to_inside(asked);
    outputs.check(options);
    volumes.check(options, outputs.map);
    check_all_outputs(options);
    const Image left = read_image(inputs.left);
    const Image right = read_image(inputs.right);
    Pair pair{left, right};
    inputs.read_masks(pair);
    Hooks hooks;
    std::optional<LoadedVolumes> loaded;
    if (!volumes.load.empty()) loaded.emplace(volumes.load, left, right, options);
    if (dry_run) return plan(pair, options, loaded ? loaded->bytes() : 0);
    const auto wanted = outputs.files();
    if (std::all_of(wanted.begin(), wanted.end(), [](const auto& file) { return file.empty(); })) {
      throw Error("nothing to write: give -o FILE");
    }
    if (loaded) loaded->read(hooks, options.run.threads);

    Options resolved = options;
    std::optional<SavedVolumes> saved;
    if (!volumes.save.empty()) saved.emplace(volumes.save, outputs.map, left, right, resolved, hooks);
    Result result;
    {
      Progress progress(!quiet);
      hooks.progress = [&](double done) { progress.show(done); };
      result = csca::match(pair, resolved, hooks);
    }
    for (const std::string& warning : result.warnings) fmt::print(stderr, "csca: warning: {}\n", warning);
    sign.to_outside(result);
    outputs.write(asked, result, sign.name);
    if (saved) saved->finish();
    if (verbose) {
      fmt::print(stderr, "{}", text_report(result));
    } else if (!quiet && on_terminal()) {
      fmt::print(stderr, "disparities {} to {} in {:.2f} s\n", result.range.first, result.range.last(),
                 result.seconds.total);
    }
  }

  void check_all_outputs(const Options& options) const {
    auto written = outputs.files();
    for (auto& file : volumes.outputs(options, outputs.map)) written.push_back(std::move(file));
    auto read = inputs.files();
    read.insert(read.end(), volumes.load.begin(), volumes.load.end());
    check_outputs(written, read);
  }

  void plan(const Pair& pair, Options options, std::size_t volume_bytes) const {
    // What the range resolves to is worth the quarter of a second that the estimate takes.
    const Levels range = resolve_range(pair, options);
    options.range.first = range.first;
    options.range.levels = range.count;
    options = fit_memory(pair, options);
    fmt::print("{}predicted memory = {:.0f} MB\n", list_options(sign.to_outside(options)),
               static_cast<double>(predicted_memory(pair, options) + volume_bytes) / 1e6);
  }
};

}  // namespace

Run match_command(Arguments& arguments) {
  auto command = std::make_shared<MatchCommand>();
  arguments.footer(
      "The pair has to be rectified: the point at (x, y) in LEFT appears at (x - d, y) in RIGHT, d is its disparity.\n"
      "Images may be PNG, JPEG, TIFF, PNM or PFM with 8-bit, 16-bit or float samples, grey or colour.\n"
      "NaN and infinity in float images are pixels without data.\n"
      "\n"
      "Examples:\n"
      "  csca match left.png right.png -o disparity.pfm\n"
      "  csca match left.png right.png -o disparity.tif --first -32 --levels 64 --preview look.png\n"
      "  csca match left.png right.png -o plain.pfm --levels 60 --scales 1\n"
      "  csca match left.png right.png -o paper.pfm --levels 60 --preset paper\n"
      "  csca match left.png right.png -o map.pfm --right diagonal --validity flags.png --left-mask sky.png");
  command->inputs.add_to(arguments);
  command->outputs.add_to(arguments);
  command->sign.add_to(arguments);
  arguments.flag("--dry-run", command->dry_run, "print the resolved options and the predicted memory, match nothing");
  arguments.flag("-q,--quiet", command->quiet, "no progress bar");
  arguments.flag("-v,--verbose", command->verbose, "tell range, scales, weights and time per step");
  command->volumes.add_to(arguments);
  command->flags.add_to(arguments);
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
