// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "explain/story.hpp"

#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace csca::app {
namespace {

constexpr const char* level_axis = "disparity in pixels";

/// A pixel's costs on one scale.
struct CostVector {
  Levels levels;
  const float* costs;
  float winner;  // level
  int step;      // finest disparities to a level

  float lowest() const { return costs[static_cast<int>(winner) - levels.first]; }
};

CostVector vector_of(const Capture& pixel, VolumeStage stage, int scale) {
  const Volume& costs = pixel.costs(stage, scale);
  return {costs.levels(), costs.pixel(0, 0), pixel.winners(stage, scale)(0, 0), 1 << scale};
}

Series line_of(const std::string& name, const CostVector& vector, Colour colour) {
  Series line{name, {}, colour};
  for (int k = 0; k < vector.levels.count; ++k) {
    line.points.push_back({static_cast<double>(vector.step) * (vector.levels.first + k), vector.costs[k]});
  }
  // Coarse scales have few levels: show where they are.
  if (vector.step > 1) line.marker = Marker::dot;
  line.marker_size = 3;
  return line;
}

Series cross_of(const std::string& name, const CostVector& vector) {
  Series cross{name, {}, winner_red, Stroke::none, Marker::cross, 9};
  if (std::isfinite(vector.winner)) cross.points = {{vector.step * double{vector.winner}, vector.lowest()}};
  return cross;
}

std::vector<Rule> truth_rule(float truth, bool with_name) {
  if (!std::isfinite(truth)) return {};
  return {{Rule::Direction::vertical, truth, with_name ? fmt::format("truth {}", known(truth)) : ""}};
}

/// The ends of all plots: levels of coarse scales may lie beyond the range.
void set_ends(Axis& axis, const Capture& pixel) {
  const Levels levels = pixel.costs(VolumeStage::combined, 0).levels();
  axis.title = level_axis;
  axis.low = levels.first - 0.02 * levels.count;
  axis.high = levels.last() + 0.02 * levels.count;
}

Plot blend_plot(const Scene& scene, const Capture& pixel, float truth) {
  const CostVector plain = vector_of(pixel, VolumeStage::aggregated, 0);
  const CostVector across = vector_of(pixel, VolumeStage::combined, 0);
  Plot plot;
  plot.title =
      fmt::format("Pixel ({}, {}): its cost vector before and after the blend across scales", pixel.from(), pixel.y());
  plot.y.title = "cost";
  plot.width = figure_width;
  plot.height = 300;
  set_ends(plot.x, pixel);
  const auto name = [](const std::string& method, const CostVector& vector) {
    return fmt::format("{}: lowest at {}", method, known(vector.winner));
  };
  plot.series = {line_of(name(scene.plain, plain), plain, plot_colour(0)),
                 line_of(name(scene.across, across), across, plot_colour(2)), cross_of("winners", plain),
                 cross_of("", across)};
  plot.rules = truth_rule(truth, true);
  return plot;
}

Plot scale_plot(const Scene& scene, const Capture& pixel, int scale, float truth) {
  const CostVector vector = vector_of(pixel, VolumeStage::aggregated, scale);
  Plot plot;
  plot.title =
      fmt::format("scale {}, weight {:.3f}: lowest at {}", scale, scene.result.weights[static_cast<std::size_t>(scale)],
                  known(vector.step * double{vector.winner}));
  plot.width = figure_width / 3;
  plot.height = 190;
  set_ends(plot.x, pixel);
  plot.series = {line_of("", vector, plot_colour(scale == 0 ? 0 : 6)), cross_of("", vector)};
  plot.rules = truth_rule(truth, false);
  return plot;
}

/// A map around the pixel.
struct Patch {
  const char* name;  // in JSON
  std::string title;
  Plane<float> map;
};

struct Patches {
  int left;
  int top;
  std::vector<Patch> maps;
};

Patches patches_of(const Scene& scene, const Capture& pixel, const PatchCapture& patch) {
  const int left = std::max(0, pixel.from() - patch_radius);
  const int right = std::min(scene.left.width() - 1, pixel.from() + patch_radius);
  const Plane<float> plain = patch.plain();
  const auto part = [&](const Plane<float>& map, int first_row) {
    Plane<float> cut(right - left + 1, plain.height());
    for (int y = 0; y < cut.height(); ++y) std::copy_n(map.row(first_row + y) + left, cut.width(), cut.row(y));
    return cut;
  };
  Patches patches{left, patch.top(), {}};
  const auto add = [&](const char* name, const std::string& caption, Plane<float> map) {
    const float value = map(pixel.from() - left, pixel.y() - patch.top());
    patches.maps.push_back({name, fmt::format("{}: {}", caption, known(value)), std::move(map)});
  };
  add("plain", scene.plain, part(plain, 0));
  add("across", scene.across, part(patch.across(), 0));
  if (!scene.truth.empty()) add("truth", "truth", part(scene.truth, patch.top()));
  return patches;
}

/// Image and disparities around the pixel, the latter in the same colours, which the last plot explains.
std::vector<Plot> patch_plots(const Scene& scene, const Capture& pixel, const Patches& patches) {
  const PlotPoint place{static_cast<double>(pixel.from()), static_cast<double>(pixel.y())};
  std::vector<Plot> plots;
  const auto add = [&](const std::string& title, Image picture) {
    Plot plot;
    plot.title = title;
    plot.width = (figure_width - colour_key_width) / 4;
    plot.height = 222;
    plot.same_unit = true;
    plot.backdrop = placed(std::move(picture), patches.left, patches.top);
    plot.series = {{"", {place}, winner_red, Stroke::none, Marker::cross, 9}};
    plots.push_back(std::move(plot));
  };
  const Plane<float>& first = patches.maps.front().map;
  add("image", cut_out(scene.left, patches.left, patches.top, patches.left + first.width() - 1,
                       patches.top + first.height() - 1));
  Plane<float> together(static_cast<int>(first.size()), static_cast<int>(patches.maps.size()));
  for (std::size_t i = 0; i < patches.maps.size(); ++i) {
    std::copy(patches.maps[i].map.begin(), patches.maps[i].map.end(), together.row(static_cast<int>(i)));
  }
  const ColourRange range = colour_range(together);
  for (const Patch& patch : patches.maps) add(patch.title, paint_disparity(patch.map, range));
  plots.back().colours = {range,
                          std::any_of(together.begin(), together.end(), [](float d) { return !std::isfinite(d); })};
  return plots;
}

Json json_of(const Patches& patches) {
  Json json = {{"left", patches.left}, {"top", patches.top}};
  for (const Patch& patch : patches.maps) {
    for (int y = 0; y < patch.map.height(); ++y) {
      json[patch.name].push_back(json_array(patch.map.row(y), patch.map.width()));
    }
  }
  return json;
}

Json json_of(const CostVector& vector) {
  Json levels = Json::array();
  for (int k = 0; k < vector.levels.count; ++k) levels.push_back(vector.levels.first + k);
  return {{"levels", std::move(levels)},
          {"costs", json_array(vector.costs, vector.levels.count)},
          {"winner", vector.winner}};
}

}  // namespace

Story explain_pixel(const Scene& scene, const Capture& pixel, const PatchCapture& patch) {
  const int x = pixel.from();
  const int y = pixel.y();
  const float truth = truth_at(scene, x, y);
  const CostVector plain = vector_of(pixel, VolumeStage::aggregated, 0);
  const CostVector across = vector_of(pixel, VolumeStage::combined, 0);
  Story story;
  const Patches patches = patches_of(scene, pixel, patch);
  story.plots = {patch_plots(scene, pixel, patches), {blend_plot(scene, pixel, truth)}};
  const float map = scene.result.disparity(x, y);
  story.text = fmt::format("pixel ({}, {})\n  {:12} {:>8}\n  {:12} {:>8}\n  {:12} {:>8}\n", x, y, scene.plain,
                           known(plain.winner), scene.across, known(across.winner), "map", known(map));
  if (!scene.truth.empty()) story.text += fmt::format("  {:12} {:>8}\n", "truth", known(truth));
  story.numbers = {{"pixel", Json::array({x, y})},    {"truth", truth},          {"disparity", map},
                   {"weights", scene.result.weights}, {"plain", json_of(plain)}, {"across", json_of(across)}};
  for (int s = 0; s < pixel.scales(); ++s) {
    const double weight = scene.result.weights[static_cast<std::size_t>(s)];
    const CostVector vector = vector_of(pixel, VolumeStage::aggregated, s);
    if (s % 3 == 0) story.plots.emplace_back();
    story.plots.back().push_back(scale_plot(scene, pixel, s, truth));
    story.text += fmt::format("  scale {}  weight {:.3f}  lowest at {} = {} x {}\n", s, weight,
                              known(vector.step * double{vector.winner}), known(vector.winner), vector.step);
    Json numbers = {{"scale", s}, {"weight", weight}, {"pixel", Json::array({x >> s, y >> s})}};
    numbers.update(json_of(vector));
    numbers["raw"] = json_array(pixel.costs(VolumeStage::raw, s).pixel(0, 0), vector.levels.count);
    story.numbers["scales"].push_back(std::move(numbers));
  }
  story.numbers["patch"] = json_of(patches);
  return story;
}

}  // namespace csca::app
