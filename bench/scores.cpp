// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <ctime>

namespace {

/// The same picture with samples of 16 bits or floats, "16-bit" or "float": 8-bit ones times 257, or over 255.
csca::Image with_samples(const csca::Image& image, const std::string& kind) {
  if (kind == "8-bit") return image;
  csca::Image result(image.width(), image.height(), image.channels(),
                     kind == "16-bit" ? csca::Sample::u16 : csca::Sample::f32);
  for (int y = 0; y < image.height(); ++y) {
    for (int i = 0; i < image.width() * image.channels(); ++i) {
      const int value = image.row<std::uint8_t>(y)[i];
      if (kind == "16-bit") {
        result.row<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(257 * value);
      } else {
        result.row<float>(y)[i] = static_cast<float>(value) / 255.0F;
      }
    }
  }
  return result;
}

}  // namespace

// scores GROUP [--preset NAME] [--threshold T] [--samples 8-bit|16-bit|float] [--OPTION VALUE ...]: matches each scene
// of a group under $CSCA_DATA and prints bad pixels in %, average error and CPU time per cell; the last line is the
// mean over scenes. `samples` are those that the 8-bit images are turned into.
int main(int argc, char** argv) try {
  if (argc < 2 || argc % 2 != 0 || !csca::scenes::data_folder()) {
    fmt::print(stderr,
               "usage: CSCA_DATA=DIR scores v2|v2-all|v2-disc|middlebury|middlebury2014|kitti [--preset NAME] "
               "[--threshold T] [--samples 8-bit|16-bit|float] [--OPTION VALUE ...]\n");
    return 2;
  }
  std::string preset;
  std::string samples = "8-bit";
  std::optional<double> threshold;
  std::vector<csca::Setting> settings;
  for (int i = 2; i < argc; i += 2) {
    std::string name = std::string(argv[i]).substr(2);
    for (char& c : name) c = c == '-' ? '_' : c;
    if (name == "preset") {
      preset = argv[i + 1];
    } else if (name == "samples") {
      samples = argv[i + 1];
    } else if (name == "threshold") {
      threshold = std::stod(argv[i + 1]);
    } else {
      settings.emplace_back(name, argv[i + 1]);
    }
  }
  double bad = 0;
  double average = 0;
  double seconds = 0;
  double cells = 0;
  const auto scenes = csca::scenes::group(argv[1]);
  for (const auto& scene : scenes) {
    const auto pair = csca::scenes::load(scene);
    const csca::Image left = with_samples(pair.left, samples);
    const csca::Image right = with_samples(pair.right, samples);
    csca::Options options = csca::make_options(preset, settings);
    if (!options.range.levels) options.range = {0, scene.levels, options.range.skip_zero};
    const std::clock_t start = std::clock();
    const csca::Result result = csca::match(left, right, options);
    const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const csca::Score score =
        csca::evaluate(result.disparity, pair.truth, pair.mask, threshold.value_or(scene.threshold));
    fmt::print("{:14} bad {:6.2f} %  average {:6.3f} px  {:.3f} s\n", scene.name, score.bad, score.average, time);
    bad += score.bad;
    average += score.average;
    seconds += time;
    cells += static_cast<double>(pair.left.width()) * pair.left.height() * scene.levels;
  }
  const auto n = static_cast<double>(scenes.size());
  fmt::print("mean           bad {:6.2f} %  average {:6.3f} px  {:.2f} ns per cell\n", bad / n, average / n,
             1e9 * seconds / cells);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "scores: {}\n", error.what());
  return 1;
}
