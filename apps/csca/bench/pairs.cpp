// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/pairs.hpp"

#include "command_line.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>
#include <csca/synth.hpp>

#include <fmt/format.h>

#include <cstdio>
#include <sstream>
#include <utility>

namespace csca::app {
namespace {

BenchPair render(int width, int height, int first, int levels) {
  SynthPair pair = synthesize({.width = width, .height = height, .first = first, .levels = levels});
  return {fmt::format("{}x{}x{}", width, height, levels),
          std::move(pair.left),
          std::move(pair.right),
          {first, levels},
          std::move(pair.truth_left),
          std::move(pair.visible_left)};
}

/// "1242x375x128" as three numbers.
SynthOptions parse_size(const std::string& text) {
  SynthOptions size;
  char by[2] = {};
  std::istringstream in(text);
  in >> size.width >> by[0] >> size.height >> by[1] >> size.levels;
  if (!in || by[0] != 'x' || by[1] != 'x' || in.peek() != EOF) {
    throw Error(fmt::format("sizes has '{}': give WIDTHxHEIGHTxLEVELS, such as 1242x375x128", text));
  }
  return size;
}

}  // namespace

void BenchPairs::add_to(Arguments& arguments) {
  arguments.option("LEFT", left, "the left image of a pair to match instead of a synthetic one")
      .takes_file(image_files);
  arguments.option("RIGHT", right, "the right image").takes_file(image_files);
  const auto number = [&](const char* name, std::optional<int>& value, const char* help) {
    arguments.option(name, value, help).takes("N");
  };
  number("--width", width, "of the synthetic pair, pixels (default 1242)");
  number("--height", height, "the same (default 375)");
  number("--levels", levels, "number of disparities (default 128; estimated for a pair from files)");
  number("--first", first, "smallest disparity (default 0; estimated for a pair from files)");
  arguments.option("--sizes", sizes, "several synthetic pairs, one table each: 450x375x64,1242x375x128")
      .takes("LIST")
      .takes_list()
      .essential();
  arguments.option("--truth", truth, "LEFT's true disparities, for a score: .pfm, .png, .pgm, .tif or .npy")
      .takes_file(truth_files)
      .essential();
  arguments.option("--gt-scale", truth_scale, "integers in the truth are disparity times this, as in 'csca eval'")
      .takes("X");
  arguments.option("--mask", mask, "only pixels that are 255 here count for the score").takes_file("png", "PNG");
}

BenchPair BenchPairs::read() const {
  BenchPair pair{std::filesystem::path(left).filename().string(), read_image(left), read_image(right), {}, {}, {}};
  Options options;
  options.range = {first, levels};
  validate(options);
  pair.range = resolve_range(pair.left, pair.right, options);
  pair.name += fmt::format(" {}x{}x{}", pair.left.width(), pair.left.height(), pair.range.count);
  if (!truth.empty()) pair.truth = read_disparity(truth, truth_scale);
  if (!mask.empty()) pair.counted = read_mask(mask);
  return pair;
}

std::vector<BenchPair> BenchPairs::load() const {
  std::vector<BenchPair> pairs;
  if (!left.empty()) {
    if (right.empty()) throw Error("only one image is given: a pair has a right one too");
    if (width || height || !sizes.empty()) {
      throw Error("--width, --height and --sizes are for synthetic pairs: leave them out, or the two images");
    }
    if (!mask.empty() && truth.empty()) throw Error("--mask chooses the pixels of a score: give --truth too");
    pairs.push_back(read());
    return pairs;
  }
  if (!truth.empty() || !mask.empty()) {
    throw Error("a synthetic pair brings its own truth: give --truth and --mask only with LEFT and RIGHT");
  }
  if (sizes.empty()) {
    pairs.push_back(render(width.value_or(1242), height.value_or(375), first.value_or(0), levels.value_or(128)));
    return pairs;
  }
  if (width || height || levels) throw Error("--sizes has all sizes: leave out --width, --height and --levels");
  std::vector<SynthOptions> parsed;
  for (const std::string& text : sizes) parsed.push_back(parse_size(text));
  for (const SynthOptions& size : parsed) {
    pairs.push_back(render(size.width, size.height, first.value_or(0), size.levels));
  }
  return pairs;
}

}  // namespace csca::app
