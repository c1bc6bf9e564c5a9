// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "explain/story.hpp"

#include <csca/picture.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca::app {
namespace {

int length(const Capture& row) { return row.to() - row.from() + 1; }

/// Long rows need the whole width, or they would lose columns.
int columns(const Capture& row) { return length(row) <= figure_width / 3 ? 2 : 1; }
int plot_width(const Capture& row) { return figure_width / columns(row); }
constexpr int plot_height = 240;

/// Small enough for neighbours to stay apart.
double dot_size(const Capture& row, int step) {
  return std::clamp(0.8 * plot_width(row) * step / length(row), 1.5, 4.0);
}

/// One column for each pixel, levels rising upwards. Each pixel's costs go from dark to white: sums over supports of
/// different size would show little but these. Where all levels cost the same, none is dark.
Backdrop heat_map(const Capture& row, const Volume& costs, int scale) {
  const Levels levels = costs.levels();
  Plane<float> cells(length(row), levels.count, 1.0F);
  for (int x = row.from(); x <= row.to(); ++x) {
    const float* pixel = costs.pixel((x >> scale) - (row.from() >> scale), 0);
    const auto [low, high] = std::minmax_element(pixel, pixel + levels.count);
    if (!(*low < *high)) continue;
    for (int k = 0; k < levels.count; ++k) {
      cells(x - row.from(), levels.count - 1 - k) = (pixel[k] - *low) / (*high - *low);
    }
  }
  const double step = 1 << scale;
  return {paint_grey(cells, {0, 1}),
          {row.from() - 0.5, step * (levels.last() + 0.5)},
          {row.to() + 0.5, step * (levels.first - 0.5)}};
}

/// Each in the middle of the pixels that it stands for.
Series winner_dots(const Capture& row, VolumeStage stage, int scale) {
  const int step = 1 << scale;
  Series dots{"winner", {}, winner_red, Stroke::none, Marker::dot, dot_size(row, step)};
  const Plane<float> winners = row.winners(stage, scale);
  for (int i = 0; i < winners.width(); ++i) {
    const int first = std::max(row.from(), ((row.from() >> scale) + i) << scale);
    const int last = std::min(row.to(), (((row.from() >> scale) + i + 1) << scale) - 1);
    dots.points.push_back({(first + last) / 2.0, static_cast<double>(step) * winners(i, 0)});
  }
  return dots;
}

Plot volume_plot(const Scene& scene, const Capture& row, VolumeStage stage, int scale, const std::string& title) {
  Plot plot;
  plot.title = title;
  plot.x.title = "column";
  plot.y.title = "disparity in pixels";
  plot.width = plot_width(row);
  plot.height = plot_height;
  plot.backdrop = heat_map(row, row.costs(stage, scale), scale);
  if (!scene.truth.empty()) {
    // Larger than the winners, so that it shows behind those that are right.
    Series truth{"truth", {}, truth_green, Stroke::none, Marker::dot, dot_size(row, 1) + 1.5};
    for (int x = row.from(); x <= row.to(); ++x) {
      truth.points.push_back({static_cast<double>(x), scene.truth(x, row.y())});
    }
    plot.series.push_back(std::move(truth));
  }
  plot.series.push_back(winner_dots(row, stage, scale));
  return plot;
}

Plot image_plot(const Scene& scene, const Capture& row) {
  const int reach = std::max(2, length(row) / (columns(row) == 2 ? 5 : 10));
  Plot plot;
  plot.title = fmt::format("row {}, x from {} to {}", row.y(), row.from(), row.to());
  plot.width = plot_width(row);
  plot.height = plot_height;
  plot.same_unit = true;
  const int top = std::max(0, row.y() - reach);
  const int bottom = std::min(scene.left.height() - 1, row.y() + reach);
  plot.backdrop = placed(cut_out(scene.left, row.from(), top, row.to(), bottom), row.from(), top);
  plot.rules = {{Rule::Direction::horizontal, static_cast<double>(row.y()), "", winner_red, Stroke::solid}};
  return plot;
}

struct Volumes {
  VolumeStage stage;
  int scale;
  std::string title;
  const char* json_stage;
};

std::vector<Volumes> volumes_of(const Scene& scene, const Capture& row) {
  std::vector<Volumes> volumes;
  volumes.reserve(static_cast<std::size_t>(row.scales()) + 2);
  for (int s = 0; s < row.scales(); ++s) {
    volumes.push_back(
        {VolumeStage::raw, s,
         fmt::format("costs at scale {}, weight {:.3f}", s, scene.result.weights[static_cast<std::size_t>(s)]), "raw"});
  }
  volumes.push_back(
      {VolumeStage::aggregated, 0, fmt::format("aggregated at the finest scale: {}", scene.plain), "aggregated"});
  volumes.push_back({VolumeStage::combined, 0, fmt::format("blended across scales: {}", scene.across), "combined"});
  return volumes;
}

Json json_of(const Capture& row, const Volumes& volume) {
  const Volume& costs = row.costs(volume.stage, volume.scale);
  const Plane<float> winners = row.winners(volume.stage, volume.scale);
  Json json = {{"stage", volume.json_stage},
               {"scale", volume.scale},
               {"first_x", row.from() >> volume.scale},
               {"first_level", costs.levels().first},
               {"winners", json_array(winners.data(), winners.width())}};
  for (int i = 0; i < costs.width(); ++i) {
    json["costs"].push_back(json_array(costs.pixel(i, 0), costs.levels().count));
  }
  return json;
}

/// How many winners are off by more than a pixel, of those with a known truth.
std::string wrong_in(const Scene& scene, const Capture& row, VolumeStage stage) {
  const Plane<float> winners = row.winners(stage, 0);
  int pixels = 0;
  int wrong = 0;
  for (int i = 0; i < winners.width(); ++i) {
    const float truth = truth_at(scene, row.from() + i, row.y());
    if (!std::isfinite(truth)) continue;
    ++pixels;
    wrong += std::abs(winners(i, 0) - truth) <= 1 ? 0 : 1;
  }
  return fmt::format("{} of {} winners off by more than 1 pixel", wrong, pixels);
}

}  // namespace

Story explain_row(const Scene& scene, const Capture& row) {
  Story story;
  std::vector<Plot> plots = {image_plot(scene, row)};
  story.numbers = {{"row", row.y()}, {"from", row.from()}, {"to", row.to()}, {"weights", scene.result.weights}};
  story.numbers["truth"] =
      scene.truth.empty() ? Json(nullptr) : json_array(scene.truth.row(row.y()) + row.from(), length(row));
  for (const Volumes& volume : volumes_of(scene, row)) {
    plots.push_back(volume_plot(scene, row, volume.stage, volume.scale, volume.title));
    story.numbers["volumes"].push_back(json_of(row, volume));
  }
  story.plots = in_columns("", std::move(plots), static_cast<std::size_t>(columns(row))).rows;
  story.text = fmt::format("row {}, x from {} to {}\n", row.y(), row.from(), row.to());
  if (!scene.truth.empty()) {
    story.text += fmt::format("  {:12} {}\n  {:12} {}\n", scene.plain, wrong_in(scene, row, VolumeStage::aggregated),
                              scene.across, wrong_in(scene, row, VolumeStage::combined));
  }
  story.text += "  weights, finest scale first:";
  for (const double weight : scene.result.weights) story.text += fmt::format(" {:.3f}", weight);
  story.text += "\n";
  return story;
}

}  // namespace csca::app
