// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

// sparsification GROUP METHOD: does a confidence rank errors? Pixels are taken from the most confident on; the area
// under the curve of their share of bad ones is compared with that of a perfect ranking, and with that of no ranking,
// which is the map's own share of bad pixels. Lower is better.
namespace {

struct Pixel {
  float confidence;
  bool bad;
};

/// Mean, over densities from 1/20 to 1, of the share of bad pixels among the most confident ones. In %.
double area(std::vector<Pixel> pixels) {
  std::stable_sort(pixels.begin(), pixels.end(),
                   [](const Pixel& a, const Pixel& b) { return a.confidence > b.confidence; });
  constexpr int steps = 20;
  double sum = 0;
  std::size_t bad = 0;
  std::size_t i = 0;
  for (int step = 1; step <= steps; ++step) {
    const std::size_t end = pixels.size() * static_cast<std::size_t>(step) / steps;
    for (; i < end; ++i) bad += pixels[i].bad ? 1 : 0;
    sum += 100.0 * static_cast<double>(bad) / static_cast<double>(std::max<std::size_t>(end, 1));
  }
  return sum / steps;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc != 3 || !csca::scenes::data_folder()) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR sparsification GROUP METHOD\n");
    return 2;
  }
  const auto scenes = csca::scenes::group(argv[1]);
  const auto n = static_cast<double>(scenes.size());
  for (const char* name : {"peak_ratio", "left_right", "ambiguity"}) {
    double measured = 0;
    double perfect = 0;
    double none = 0;
    for (const auto& scene : scenes) {
      const auto pair = csca::scenes::load(scene);
      csca::Options options = csca::make_options("", {{{"method", argv[2]}, {"confidence", name}}});
      options.range = {0, scene.levels};
      // The check itself would remove what the distance ranks: let everything pass.
      if (std::string(name) == "left_right") {
        options.select.right = csca::RightView::full;
        options.select.tolerance = 1000;
      }
      const csca::Result result = csca::match(pair.left, pair.right, options);
      std::vector<Pixel> pixels;
      for (std::size_t i = 0; i < pair.truth.size(); ++i) {
        if (!std::isfinite(pair.truth.data()[i]) || (!pair.mask.empty() && pair.mask.data()[i] != 255)) continue;
        const bool bad = !(std::abs(result.disparity.data()[i] - pair.truth.data()[i]) <= scene.threshold);
        pixels.push_back({result.confidence.data()[i], bad});
      }
      measured += area(pixels);
      none += 100.0 *
              static_cast<double>(std::count_if(pixels.begin(), pixels.end(), [](const Pixel& p) { return p.bad; })) /
              static_cast<double>(pixels.size());
      for (Pixel& pixel : pixels) pixel.confidence = pixel.bad ? 0 : 1;
      perfect += area(pixels);
    }
    fmt::print("| {} | {} | {:.2f} | {:.2f} | {:.2f} |\n", argv[2], name, measured / n, perfect / n, none / n);
  }
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "sparsification: {}\n", error.what());
  return 1;
}
