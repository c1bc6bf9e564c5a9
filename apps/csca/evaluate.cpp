// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "outputs.hpp"
#include "scale_hint.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/evaluate.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <limits>
#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct Report {
  std::string text;
  std::string json;
};

/// Every figure that the benchmark's own table or program has.
Report report_metrics(const Metrics& figures, std::size_t pixels, const Rules& benchmark) {
  Json json = {{"rules", benchmark.name}};
  std::string text;
  const auto add = [&](const std::string& name, const char* unit, double value) {
    text += fmt::format("{:12} {:8.3f} {}\n", name, value, unit);
    json[name] = value;  // null where there is none
  };
  for (std::size_t i = 0; i < benchmark.thresholds.size(); ++i) {
    add(fmt::format("bad-{}", benchmark.thresholds[i]), i == benchmark.ranked ? "%  (ranked)" : "%", figures.bad[i]);
  }
  if (benchmark.holes == Holes::apart) {
    for (std::size_t i = 0; i < benchmark.thresholds.size(); ++i) {
      add(fmt::format("totbad-{}", benchmark.thresholds[i]), "%", figures.total_bad[i]);
    }
  }
  add("invalid", "%", figures.invalid);
  add("coverage", "%", 100 - figures.invalid);
  add("avgerr", "px", figures.average);
  add("rms", "px", figures.rms);
  add("A50", "px", figures.a50);
  add("A90", "px", figures.a90);
  add("A95", "px", figures.a95);
  add("A99", "px", figures.a99);
  json["pixels"] = pixels;
  return {text + fmt::format("of {} pixels, by the rules of {}\n", pixels, benchmark.name), json.dump(2) + "\n"};
}

struct EvaluateCommand {
  std::string map;
  std::string truth;
  std::string mask;
  std::string image;
  std::string json;
  std::string error_map;
  std::string rules_name;
  std::optional<double> scale;
  std::optional<double> truth_scale;
  double threshold = 1;
  double largest = std::numeric_limits<double>::infinity();

  void run() const {
    const Rules* benchmark = rules_name.empty() ? nullptr : &rules(rules_name);
    if (!error_map.empty()) check_picture_ending(error_map);
    check_outputs({json, error_map}, {map, truth, mask, image});
    check_inputs({map, truth, mask, image});
    const Plane<float> disparity = read_disparity(input_file(map), scale);
    const Plane<float> true_disparity = read_disparity(input_file(truth), truth_scale);
    const Mask counted = mask.empty() ? Mask() : read_mask(input_file(mask));
    const Report report = benchmark == nullptr ? score_report(evaluate(disparity, true_disparity, counted, threshold))
                                               : benchmark_report(disparity, true_disparity, counted, *benchmark);
    Image errors;  // painted before anything is written
    if (!error_map.empty()) {
      const double bad_above = benchmark == nullptr ? threshold : benchmark->thresholds[benchmark->ranked];
      const Image background =
          image.empty() ? paint_disparity(true_disparity, colour_range(true_disparity)) : read_image(input_file(image));
      errors = paint_errors(background, disparity, true_disparity, counted, static_cast<float>(bad_above));
    }
    if (!json.empty()) write_output(json, report.json);
    if (!error_map.empty()) write_picture(error_map, drawing_of(std::move(errors)));
    if (json != stream_name) print_out(report.text);
    if (const auto factor = common_factor(disparity, true_disparity, counted)) warn_of(*factor);
  }

  /// Maps in different units score as if all were wrong, which is worth a word.
  void warn_of(double factor) const {
    const bool larger = factor > 1;
    const double times = larger ? factor : 1 / factor;
    const bool given = larger ? truth_scale.has_value() : scale.has_value();
    const std::string advice = given ? "check the scales and the sizes of both"
                                     : fmt::format("if integers in it stand for disparity times {:.4g}, give {} {:.4g}",
                                                   times, larger ? "--gt-scale" : "--scale", times);
    say(fmt::format("csca: warning: {} is about {:.4g} times {} nearly everywhere: {}\n",
                    larger ? "the truth" : "the map", times, larger ? "the map" : "the truth", advice));
  }

  Report benchmark_report(const Plane<float>& disparity, const Plane<float>& true_disparity, const Mask& counted,
                          const Rules& benchmark) const {
    const Tally pixels = tally(disparity, true_disparity, counted, benchmark, largest);
    if (pixels.pixels == 0) throw Error("no pixel counts: the truth is unknown, or the mask is not 255, everywhere");
    return report_metrics(metrics(pixels, benchmark), pixels.pixels, benchmark);
  }

  Report score_report(const Score& score) const {
    return {fmt::format("bad-{} {:.2f} %  average {:.3f} px  rms {:.3f} px  unknown {:.2f} %  of {} pixels\n",
                        threshold, score.bad, score.average, score.rms, unknown_percent(score), score.pixels),
            json_report(score)};
  }

  std::string json_report(const Score& score) const {
    const Json report = {{"threshold", threshold},
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

Run evaluate_command(Arguments& arguments) {
  auto command = std::make_shared<EvaluateCommand>();
  arguments.notes(
      "Middlebury v2's rules: a pixel counts where the truth is known and the mask, if there is one, is 255. It is bad "
      "when it is off by more than the threshold, or has no disparity. Average and rms are over pixels that have one. "
      "--rules scores as a benchmark does instead, with its thresholds and its way with holes, and prints all its "
      "figures.");
  arguments.examples(
      {"csca eval disparity.pfm disp0GT.pfm --mask mask0nocc.png --threshold 2",
       "csca eval disparity.pfm disp2.png --gt-scale 4 --mask nonocc.png --error-map errors.png --image left.png",
       "csca eval disparity.png disp_noc/000003_10.png --threshold 3",
       "csca eval disparity.png disp_occ_0/000003_10.png --rules kitti2015"});
  arguments.option("DISPARITY", command->map, "the map to score: .pfm, .png, .tif or .npy; - for standard input")
      .required()
      .takes_file(map_files);
  arguments.option("GROUND_TRUTH", command->truth, "the truth: .pfm, .png, .pgm, .tif or .npy")
      .required()
      .takes_file(truth_files);
  arguments.option("--mask", command->mask, "only pixels that are 255 here count").takes_file(picture_files);
  arguments
      .option("--gt-scale", command->truth_scale,
              "integers in GROUND_TRUTH are disparity times this (default: 256 for 16-bit PNG, else 1)")
      .takes("X");
  arguments.option("--scale", command->scale, "the same for DISPARITY").takes("X");
  Option threshold = arguments.option("--threshold", command->threshold, "largest error of a good pixel, in pixels")
                         .takes("T")
                         .shows_default();
  std::vector<Choice> names;
  for (const Rules& row : all_rules()) names.push_back({std::string(row.name)});
  Option rules_option = arguments.option("--rules", command->rules_name, "score as this benchmark does")
                            .takes("NAME", names)
                            .excludes(threshold);
  arguments
      .option("--largest", command->largest,
              "with --rules middlebury_v3: larger disparities become this, as calib.txt's ndisp asks")
      .takes("D")
      .not_negative()
      .needs(rules_option);
  arguments.option("--json", command->json, "also write the scores here; - prints them instead of the text")
      .takes_file("json");
  arguments.option("--error-map", command->error_map, "draw bad pixels in red, pixels that do not count dark")
      .takes_file("png", "PNG");
  arguments.option("--image", command->image, "the scene's image, as background of the error map")
      .takes_file(image_files);
  return [command] { command->run(); };
}

}  // namespace csca::app
