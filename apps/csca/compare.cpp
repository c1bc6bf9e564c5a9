// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "command_line.hpp"
#include "commands.hpp"
#include "outputs.hpp"
#include "streams.hpp"

#include <csca/error.hpp>
#include <csca/evaluate.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <fmt/format.h>

#include <memory>
#include <optional>
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
    check_outputs({output}, {image, truth, mask});
    std::vector<std::string> words = maps;
    words.insert(words.end(), {image, truth, mask});
    check_inputs(words);
    const Image left = read_image(input_file(image));
    std::vector<Plane<float>> disparities;
    for (const std::string& map : maps) disparities.push_back(read_disparity(input_file(map)));

    std::vector<Tile> pictures = {{to_display(left), "left image"}};
    std::vector<Tile> errors;
    if (truth.empty()) {
      const ColourRange range = colour_range(disparities.front());
      for (std::size_t i = 0; i < maps.size(); ++i)
        pictures.push_back({paint_disparity(disparities[i], range), caption(i)});
    } else {
      const Plane<float> true_disparity = read_disparity(input_file(truth), truth_scale);
      const Mask counted = mask.empty() ? Mask() : read_mask(input_file(mask));
      const ColourRange range = colour_range(true_disparity);
      pictures.push_back({paint_disparity(true_disparity, range), "truth"});
      for (std::size_t i = 0; i < maps.size(); ++i) {
        const Score score = evaluate(disparities[i], true_disparity, counted, threshold);
        pictures.push_back({paint_disparity(disparities[i], range), caption(i)});
        errors.push_back({paint_errors(left, disparities[i], true_disparity, counted, static_cast<float>(threshold)),
                          fmt::format("{}: {:.2f} % off by more than {} px", caption(i), score.bad, threshold)});
      }
    }
    pictures.insert(pictures.end(), errors.begin(), errors.end());
    const int columns = errors.size() == 2 ? 3 : std::min<int>(4, static_cast<int>(pictures.size()));
    write_png(output, montage(pictures, columns));
  }

  std::string caption(std::size_t i) const { return captions.empty() ? maps[i] : captions[i]; }
};

}  // namespace

Run compare_command(Arguments& arguments) {
  auto command = std::make_shared<CompareCommand>();
  arguments.notes(
      "Draws the image, the truth if there is one, each map in the same colours, and where each map errs in red.");
  arguments.examples({"csca compare left.png plain.pfm across.pfm --truth truth.pfm -o compare.png"});
  arguments.option("IMAGE", command->image, "the left image").required().takes_file(image_files);
  arguments.option("MAPS", command->maps, "disparity maps of that image").required().takes_file(map_files);
  arguments.option("-o,--output", command->output, "the picture").required().takes_file("png", "PNG");
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
