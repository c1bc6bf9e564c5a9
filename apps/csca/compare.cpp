// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/shares.hpp"
#include "command_line.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace csca::app {
namespace {

struct CompareCommand {
  std::string image;
  std::vector<std::string> maps;
  std::vector<std::string> captions;
  std::string truth;
  std::string mask;
  std::string output;
  std::optional<double> truth_scale;
  double threshold = 1;

  void run() const {
    if (!captions.empty() && captions.size() != maps.size()) {
      throw Error(
          fmt::format("{} captions for {} maps: give one --caption for each map", captions.size(), maps.size()));
    }
    check_picture_ending(output);
    check_outputs({output}, {image, truth, mask});
    std::vector<std::string> words = maps;
    words.insert(words.end(), {image, truth, mask});
    check_inputs(words);
    const Image left = read_image(input_file(image));
    std::vector<Plane<float>> disparities;
    for (const std::string& map : maps) disparities.push_back(read_disparity(input_file(map)));

    const bool scored = !truth.empty();
    const Plane<float> true_disparity = scored ? read_disparity(input_file(truth), truth_scale) : Plane<float>();
    const Mask counted = mask.empty() ? Mask() : read_mask(input_file(mask));
    const ColourRange range = colour_range(scored ? true_disparity : disparities.front());

    // Pairs of tiles that stand one below the other: the image and the truth, each map and its errors.
    std::vector<std::pair<Tile, Tile>> pairs(1);
    pairs.front().first = {to_display(left), "left image"};
    if (scored) pairs.front().second = {paint_disparity(true_disparity, range), "truth"};
    for (std::size_t i = 0; i < maps.size(); ++i) {
      auto& [map, errors] = pairs.emplace_back();
      map = {paint_disparity(disparities[i], range), caption(i)};
      if (!scored) continue;
      const Shares map_shares = shares(disparities[i], true_disparity, counted, threshold);
      errors = {paint_errors(left, disparities[i], true_disparity, counted, static_cast<float>(threshold)),
                in_words(map_shares)};
    }
    MontageLegend legend{.disparities = range, .unknown = has_unknown(true_disparity)};
    for (const Plane<float>& map : disparities) legend.unknown = legend.unknown || has_unknown(map);
    if (scored) legend.threshold = threshold;
    // As few rows as four columns give, and these as full as can be.
    const std::size_t rows = (pairs.size() + 3) / 4;
    const std::size_t columns = (pairs.size() + rows - 1) / rows;
    write_picture(output, montage(in_rows(pairs, columns, scored), static_cast<int>(columns), legend));
  }

  /// The upper ones of some pairs, then the lower ones, then the next.
  static std::vector<Tile> in_rows(const std::vector<std::pair<Tile, Tile>>& pairs, std::size_t columns, bool both) {
    std::vector<Tile> tiles;
    for (std::size_t first = 0; first < pairs.size(); first += columns) {
      for (std::size_t i = first; i < first + columns; ++i) tiles.push_back(i < pairs.size() ? pairs[i].first : Tile());
      if (!both) continue;
      for (std::size_t i = first; i < first + columns; ++i)
        tiles.push_back(i < pairs.size() ? pairs[i].second : Tile());
    }
    return tiles;
  }

  static bool has_unknown(const Plane<float>& map) {
    return std::any_of(map.begin(), map.end(), [](float d) { return !std::isfinite(d); });
  }

  std::string in_words(const Shares& map) const {
    const std::string wrong = fmt::format("{:.2f} % off by more than {} px", map.wrong, threshold);
    return map.given < 100 ? fmt::format("{:.1f} % given, of these {}", map.given, wrong) : wrong;
  }

  std::string caption(std::size_t i) const { return captions.empty() ? maps[i] : captions[i]; }
};

}  // namespace

Run compare_command(Arguments& arguments) {
  auto command = std::make_shared<CompareCommand>();
  arguments.notes(
      "Draws the image, each map in the same colours, and with a truth below each map where it errs, in red, and what "
      "it leaves unknown, in blue.");
  arguments.examples({"csca compare left.png plain.pfm across.pfm --truth truth.pfm -o compare.png"});
  arguments.option("IMAGE", command->image, "the left image").required().takes_file(image_files);
  arguments.option("MAPS", command->maps, "disparity maps of that image").required().takes_file(map_files);
  arguments.option("-o,--output", command->output, "the picture").required().takes_file(picture_files);
  arguments.option("--truth", command->truth, "ground truth").takes_file(truth_files);
  arguments.option("--gt-scale", command->truth_scale, "integers in the truth are disparity times this").takes("X");
  arguments.option("--mask", command->mask, "only pixels that are 255 here count").takes_file("png", "PNG");
  arguments.option("--threshold", command->threshold, "largest error of a good pixel, in pixels")
      .takes("T")
      .shows_default();
  arguments.option("--caption", command->captions, "what to write under a map, once for each")
      .takes("TEXT")
      .once_for_each_value();
  return [command] { command->run(); };
}

}  // namespace csca::app
