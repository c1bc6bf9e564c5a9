// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.hpp"
#include "outputs.hpp"

#include <csca/evaluate.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct EvaluateCommand {
  std::string map;
  std::string truth;
  std::string mask;
  std::string image;
  std::string json;
  std::string error_map;
  std::optional<double> scale;
  std::optional<double> truth_scale;
  double threshold = 1;

  void run() const {
    check_outputs({json, error_map}, {map, truth, mask, image});
    const Plane<float> disparity = read_disparity(map, scale);
    const Plane<float> true_disparity = read_disparity(truth, truth_scale);
    const Mask counted = mask.empty() ? Mask() : read_mask(mask);
    const Score score = evaluate(disparity, true_disparity, counted, threshold);
    if (!json.empty()) write_file(json, json_report(score));
    if (!error_map.empty()) {
      const Image background =
          image.empty() ? paint_disparity(true_disparity, colour_range(true_disparity)) : read_image(image);
      write_png(error_map, paint_errors(background, disparity, true_disparity, counted, static_cast<float>(threshold)));
    }
    fmt::print("bad-{} {:.2f} %  average {:.3f} px  rms {:.3f} px  unknown {:.2f} %  of {} pixels\n", threshold,
               score.bad, score.average, score.rms, unknown_percent(score), score.pixels);
  }

  std::string json_report(const Score& score) const {
    const nlohmann::ordered_json report = {{"threshold", threshold},
                                           {"bad_percent", score.bad},
                                           {"average_px", score.average},
                                           {"rms_px", score.rms},
                                           {"unknown_percent", unknown_percent(score)},
                                           {"pixels", score.pixels}};
    return report.dump(2) + "\n";
  }

  static double unknown_percent(const Score& score) {
    return 100.0 * static_cast<double>(score.unknown) / static_cast<double>(score.pixels);
  }
};

}  // namespace

Run evaluate_command(CLI::App& app) {
  auto command = std::make_shared<EvaluateCommand>();
  app.footer(
      "Middlebury v2's rules: a pixel counts where the truth is known and the mask, if there is one, is 255. It is bad "
      "when it is\n"
      "off by more than the threshold, or has no disparity. Average and rms are over pixels that have one.\n"
      "\n"
      "Examples:\n"
      "  csca eval disparity.pfm disp0GT.pfm --mask mask0nocc.png --threshold 2\n"
      "  csca eval disparity.pfm disp2.png --gt-scale 4 --mask nonocc.png --error-map errors.png --image left.png\n"
      "  csca eval disparity.png disp_noc/000003_10.png --threshold 3");
  app.add_option("DISPARITY", command->map, "the map to score: .pfm, .png, .tif or .npy")
      ->required()
      ->type_name("FILE");
  app.add_option("GROUND_TRUTH", command->truth, "the truth: .pfm, .png, .pgm, .tif or .npy")
      ->required()
      ->type_name("FILE");
  app.add_option("--mask", command->mask, "only pixels that are 255 here count")->type_name("PNG");
  app.add_option("--gt-scale", command->truth_scale,
                 "integers in GROUND_TRUTH are disparity times this (default: 256 for 16-bit PNG, else 1)")
      ->type_name("X");
  app.add_option("--scale", command->scale, "the same for DISPARITY")->type_name("X");
  app.add_option("--threshold", command->threshold, "largest error of a good pixel, in pixels")
      ->type_name("T")
      ->capture_default_str();
  app.add_option("--json", command->json, "also write the scores here")->type_name("FILE");
  app.add_option("--error-map", command->error_map, "draw bad pixels in red, pixels that do not count dark")
      ->type_name("PNG");
  app.add_option("--image", command->image, "the scene's image, as background of the error map")->type_name("FILE");
  return [command] { command->run(); };
}

}  // namespace csca::app
