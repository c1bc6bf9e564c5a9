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
#include "streams.hpp"
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

  void run() {
    return_large_blocks();
    auto read = inputs.words();
    read.push_back(flags.config());
    check_inputs(read);
    const auto [asked, reported_sign] = flags.asked();
    if (!sign.given && !reported_sign.empty()) sign.name = reported_sign;
    Options options = sign.to_inside(asked);
    outputs.check(options);
    volumes.check(options, outputs.map);
    check_all_outputs(options);
    const Image left = read_image(input_file(inputs.left));
    const Image right = read_image(input_file(inputs.right));
    Pair pair{left, right};
    inputs.read_masks(pair);
    Hooks hooks;
    std::optional<LoadedVolumes> loaded;
    if (!volumes.load.empty()) {
      loaded.emplace(volumes.load, left, right, options);
      loaded->announce(hooks);
    }
    if (dry_run) return plan(pair, options, hooks);
    const auto wanted = outputs.files();
    if (std::all_of(wanted.begin(), wanted.end(), [](const auto& file) { return file.empty(); })) {
      throw Error("nothing to write: give -o FILE");
    }
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

  void plan(const Pair& pair, Options options, const Hooks& hooks) const {
    // What the range resolves to is worth the quarter of a second that the estimate takes.
    const Levels range = resolve_range(pair, options);
    options.range.first = range.first;
    options.range.levels = range.count;
    outputs.check_range(sign.to_outside(range));
    const Options resolved = resolve_options(pair, options, hooks);
    print_out(fmt::format("{}predicted memory = {:.0f} MB\n", list_options(sign.to_outside(resolved)),
                          static_cast<double>(predicted_memory(pair, fit_memory(pair, options, hooks), hooks)) / 1e6));
  }
};

}  // namespace

Run match_command(Arguments& arguments) {
  auto command = std::make_shared<MatchCommand>();
  arguments.notes(
      "The pair has to be rectified: the point at (x, y) in LEFT appears at (x - d, y) in RIGHT, d is its disparity. "
      "Images may be PNG, JPEG, TIFF, PNM or PFM with 8-bit, 16-bit or float samples, grey or colour. "
      "NaN and infinity in float images are pixels without data.");
  arguments.examples({"csca match left.png right.png -o disparity.pfm --preview look.png",
                      "csca match left.png right.png -o disparity.tif --range -32..31",
                      "csca match left.png right.png -o disparity.pfm --preset quality",
                      "csca match left.png right.png -o - | csca eval - truth.pfm"});
  command->inputs.add_to(arguments);
  command->outputs.add_to(arguments);
  command->flags.add_to(arguments);
  command->sign.add_to(arguments);
  command->volumes.add_to(arguments);
  constexpr const char* group = "Running";
  arguments.flag("--dry-run", command->dry_run, "print the resolved options and the predicted memory, match nothing")
      .group(group)
      .essential("print resolved options and predicted memory only");
  arguments.flag("-q,--quiet", command->quiet, "no progress bar").group(group);
  arguments.flag("-v,--verbose", command->verbose, "tell range, scales, weights and time per step")
      .group(group)
      .essential();
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
