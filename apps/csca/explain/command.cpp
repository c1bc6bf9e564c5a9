// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "explain/story.hpp"
#include "match_flags.hpp"
#include "outputs.hpp"
#include "plane_levels.hpp"
#include "progress.hpp"
#include "simd_flag.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>

namespace csca::app {
namespace {

struct Place {
  int x = 0;
  int y = 0;
};

Place parse_place(const std::string& text) {
  Place place;
  const char* end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, place.x);
  const bool comma = first.ec == std::errc() && first.ptr != end && *first.ptr == ',';
  const auto second = std::from_chars(comma ? first.ptr + 1 : end, end, place.y);
  if (!comma || second.ec != std::errc() || second.ptr != end) {
    throw Error(fmt::format("--pixel is '{}': give column and row as X,Y, such as 295,49", text));
  }
  return place;
}

void check_inside(const char* flag, int value, int size, const char* along) {
  if (value >= 0 && value < size) return;
  throw Error(fmt::format("{} {} lies outside the image, which is {} pixels {}: give 0 to {}", flag, value, size, along,
                          size - 1));
}

struct ExplainCommand {
  MatchFlags flags;
  std::string left;
  std::string right;
  std::vector<std::string> pixels;
  std::optional<int> row;
  std::optional<int> from;
  std::optional<int> to;
  std::string truth;
  std::optional<double> truth_scale;
  std::string output;
  std::string json;
  bool quiet = false;

  void run() const {
    check_inputs({left, right, truth, flags.config()});
    Options options = flags.options();
    if (pixels.empty() == !row) throw Error("nothing to explain: give --pixel X,Y or --row Y");
    std::vector<Place> places;
    for (const std::string& text : pixels) places.push_back(parse_place(text));
    const std::vector<std::filesystem::path> figures = figure_files();
    std::vector<std::filesystem::path> outputs = figures;
    outputs.emplace_back(json);
    check_outputs(outputs, {left, right, truth});

    const Image left_image = read_image(input_file(left));
    const Image right_image = read_image(input_file(right));
    check_places(places, left_image);
    Scene scene;
    scene.plain = options.aggregate.method;
    scene.across = fmt::format("S+{}", scene.plain);
    read_truth(left_image, scene);

    const Levels range = resolve_range(left_image, right_image, options);
    options.range.first = range.first;
    options.range.levels = range.count;
    scene.result = matched(left_image, right_image, options, {});
    options = explainable(options);
    Captures captures = captures_of(places, left_image, range, options);
    watch(left_image, right_image, options, captures, nullptr);
    scene.left = to_display(left_image);

    Story all;
    for (std::size_t i = 0; i < captures.costs.size(); ++i) {
      Story story =
          row ? explain_row(scene, captures.costs[i]) : explain_pixel(scene, captures.costs[i], captures.patches[i]);
      if (!row && !scene.result.plane.empty()) add_plane(scene, left_image, right_image, options, places[i], story);
      all.plots.insert(all.plots.end(), story.plots.begin(), story.plots.end());
      all.text += story.text;
      all.numbers[row ? "rows" : "pixels"].push_back(std::move(story.numbers));
    }
    if (!figures.empty()) {
      const Drawing drawing = draw({"", std::move(all.plots)});
      for (const auto& file : figures) write_picture(file, drawing);
    }
    if (!json.empty()) write_output(json, all.numbers.dump(1) + "\n");
    if (json != stream_name) print_out(all.text);
  }

  int first_column() const { return from.value_or(0); }
  int last_column(const Image& image) const { return to.value_or(image.width() - 1); }

  void check_places(const std::vector<Place>& places, const Image& image) const {
    for (const Place& place : places) {
      check_inside("column", place.x, image.width(), "wide");
      check_inside("row", place.y, image.height(), "high");
    }
    if (!row) return;
    const int first = first_column();
    const int last = last_column(image);
    check_inside("--row", *row, image.height(), "high");
    check_inside("--from", first, image.width(), "wide");
    check_inside("--to", last, image.width(), "wide");
    if (first > last) throw Error(fmt::format("--from {} comes after --to {}: swap them", first, last));
  }

  struct Captures {
    std::deque<Capture> costs;  // they hold locks, and stay where they are
    std::deque<PatchCapture> patches;
  };

  Captures captures_of(const std::vector<Place>& places, const Image& image, Levels range,
                       const Options& options) const {
    const int scales = resolve_scales(image, range, options);
    const Candidates candidates{range, options.range.skip_zero};
    Captures captures;
    for (const auto& [x, y] : places) {
      captures.costs.emplace_back(candidates, scales, y, x, x);
      captures.patches.emplace_back(candidates, image.width(), std::max(0, y - patch_radius),
                                    std::min(image.height() - 1, y + patch_radius));
    }
    if (row) captures.costs.emplace_back(candidates, scales, *row, first_column(), last_column(image));
    return captures;
  }

  /// Both forms when the name has no ending.
  std::vector<std::filesystem::path> figure_files() const {
    if (output.empty()) return {};
    if (std::filesystem::path(output).extension().empty()) return {output + ".svg", output + ".png"};
    check_picture_ending(output);
    return {output};
  }

  void read_truth(const Image& image, Scene& scene) const {
    if (truth.empty()) return;
    scene.truth = read_disparity(input_file(truth), truth_scale);
    if (scene.truth.width() == image.width() && scene.truth.height() == image.height()) return;
    throw Error(fmt::format("the truth is {} x {} pixels but the left image is {} x {}: give the truth of this image",
                            scene.truth.width(), scene.truth.height(), image.width(), image.height()));
  }

  /// The pixel once more where a plane won it: in a match that shows this plane's levels.
  void add_plane(const Scene& scene, const Image& left_image, const Image& right_image, const Options& options,
                 Place place, Story& story) const {
    const std::size_t number = scene.result.plane(place.x, place.y);
    if (number == 0) return;
    Captures captures;
    captures.costs.emplace_back(Candidates{levels_around(options.planes)}, scene.result.scales, place.y, place.x,
                                place.x);
    watch(left_image, right_image, options, captures, &scene.result.planes[number - 1]);
    explain_plane(scene, captures.costs.front(), story);
  }

  /// Shows the captures the costs of a match: in the levels of the range, or in those of a plane.
  void watch(const Image& left_image, const Image& right_image, Options options, Captures& captures,
             const SlantedPlane* plane) const {
    Hooks hooks;
    hooks.observe = [&](VolumeStage stage, int scale, Levels levels, int y, const float* costs) {
      for (Capture& capture : captures.costs) capture.take(stage, scale, levels, y, costs);
      for (PatchCapture& patch : captures.patches) patch.take(stage, scale, levels, y, costs);
    };
    watch_plane(plane, options, hooks);
    matched(left_image, right_image, options, hooks);
  }

  Result matched(const Image& left_image, const Image& right_image, const Options& options, Hooks hooks) const {
    Progress progress(!quiet);
    hooks.progress = [&](double done) { progress.show(done); };
    return csca::match(left_image, right_image, options, hooks);
  }
};

}  // namespace

Run explain_command(Arguments& arguments) {
  auto command = std::make_shared<ExplainCommand>();
  arguments.notes(
      "Shows why a pixel got its disparity. --pixel draws its cost vectors: of each scale, and before and after the "
      "blend, with the image and the disparities around it. --row draws the costs along a row (x against disparity, "
      "dark is cheap), at each scale, aggregated, and blended. Costs are computed in floats. All options of 'csca "
      "match' "
      "that decide on the map are options here too.");
  arguments.examples({"csca explain left.png right.png --pixel 295,49 --truth truth.pfm -o pixel",
                      "csca explain left.png right.png --row 49 --from 250 --to 340 -o row.png --json row.json"});
  arguments.option("LEFT", command->left, "the left image; - for standard input").required().takes_file(image_files);
  arguments.option("RIGHT", command->right, "the right image").required().takes_file(image_files);
  Option pixel = arguments.option("--pixel", command->pixels, "column and row of a pixel; may be given repeatedly")
                     .takes("X,Y")
                     .once_for_each_value()
                     .essential();
  Option row = arguments.option("--row", command->row, "a row of the image").takes("Y").excludes(pixel).essential();
  arguments.option("--from", command->from, "first column of the row that is shown").takes("X").needs(row).essential();
  arguments.option("--to", command->to, "last column of the row that is shown").takes("X").needs(row).essential();
  arguments.option("--truth", command->truth, "ground truth: .pfm, .png, .pgm, .tif or .npy")
      .takes_file(truth_files)
      .essential();
  arguments
      .option("--truth-scale,--gt-scale", command->truth_scale,
              "integers in the truth are disparity times this (default: 256 for 16-bit PNG, else 1)")
      .takes("X");
  arguments.option("-o,--output", command->output, "the figure; .svg and .png when the name has no ending")
      .takes_file(picture_files)
      .essential();
  arguments.option("--json", command->json, "also write the numbers that are drawn; - prints them instead of the text")
      .takes_file("json")
      .essential();
  arguments.flag("-q,--quiet", command->quiet, "no progress bar");
  command->flags.add_to(arguments, false);
  add_simd_flag(arguments);
  return [command] { command->run(); };
}

}  // namespace csca::app
