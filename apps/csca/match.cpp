// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "match_flags.hpp"
#include "match_report.hpp"
#include "outputs.hpp"
#include "progress.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <memory>

namespace csca::app {
namespace {

struct MatchCommand {
  MatchFlags flags;
  std::string left;
  std::string right;
  std::string output;
  std::string preview;
  std::string json;
  bool dry_run = false;
  bool quiet = false;
  bool verbose = false;

  void run() const {
    Options options = flags.options();
    if (!output.empty()) check_disparity_ending(output);
    check_outputs({output, preview, json}, {left, right});
    const Image left_image = read_image(left);
    const Image right_image = read_image(right);
    if (dry_run) return plan(left_image, right_image, options);
    if (output.empty() && preview.empty() && json.empty()) throw Error("nothing to write: give -o FILE");

    Result result;
    {
      Progress progress(!quiet);
      result = csca::match(left_image, right_image, options, {{}, [&](double done) { progress.show(done); }});
    }
    if (!preview.empty()) write_png(preview, csca::preview(result.disparity));
    if (!json.empty()) write_file(json, json_report(options, result));
    if (!output.empty()) write_disparity(output, result.disparity);
    if (verbose) {
      fmt::print(stderr, "{}", text_report(result));
    } else if (!quiet && on_terminal()) {
      fmt::print(stderr, "disparities {} to {} in {:.2f} s\n", result.range.first, result.range.last(),
                 result.seconds.total);
    }
  }

  static void plan(const Image& left_image, const Image& right_image, Options options) {
    // What the range resolves to is worth the quarter of a second that the estimate takes.
    const Levels range = resolve_range(left_image, right_image, options);
    options.range.first = range.first;
    options.range.levels = range.count;
    fmt::print("{}predicted memory = {:.0f} MB\n", list_options(options),
               static_cast<double>(predicted_memory(left_image, right_image, options)) / 1e6);
  }
};

}  // namespace

Run match_command(CLI::App& app) {
  auto command = std::make_shared<MatchCommand>();
  app.footer(
      "The pair has to be rectified: the point at (x, y) in LEFT appears at (x - d, y) in RIGHT, d is its disparity.\n"
      "Images may be PNG, JPEG, TIFF, PNM or PFM with 8-bit, 16-bit or float samples, grey or colour.\n"
      "NaN and infinity in float images are pixels without data.\n"
      "\n"
      "Examples:\n"
      "  csca match left.png right.png -o disparity.pfm\n"
      "  csca match left.png right.png -o disparity.tif --first -32 --levels 64 --preview look.png\n"
      "  csca match left.png right.png -o plain.pfm --levels 60 --scales 1\n"
      "  csca match left.png right.png -o paper.pfm --levels 60 --preset paper");
  app.add_option("LEFT", command->left, "the left image, whose pixels get disparities")->required()->type_name("FILE");
  app.add_option("RIGHT", command->right, "the right image")->required()->type_name("FILE");
  app.add_option("-o,--output", command->output,
                 "the disparity map: .pfm (float, +inf = unknown), .png (KITTI: 16 bit, x256, 0 = unknown), "
                 ".tif (float, NaN = unknown) or .npy")
      ->type_name("FILE");
  app.add_option("--preview", command->preview, "also draw the map in colours, with a legend")->type_name("PNG");
  app.add_option("--json", command->json, "also report options, range, scales, weights, time per step, peak memory")
      ->type_name("FILE");
  app.add_flag("--dry-run", command->dry_run, "print the resolved options and the predicted memory, match nothing");
  app.add_flag("-q,--quiet", command->quiet, "no progress bar");
  app.add_flag("-v,--verbose", command->verbose, "tell range, scales, weights and time per step");
  command->flags.add_to(app);
  return [command] { command->run(); };
}

}  // namespace csca::app
