// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "explain/story.hpp"
#include "plane_levels.hpp"

#include <csca/match.hpp>

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace csca::app {

void explain_plane(const Scene& scene, const Capture& around, Story& story) {
  const int x = around.from();
  const int y = around.y();
  const int number = scene.result.plane(x, y);
  const SlantedPlane& plane = scene.result.planes[static_cast<std::size_t>(number) - 1];
  const Volume& plain = around.costs(VolumeStage::aggregated, 0);
  const Volume& across = around.costs(VolumeStage::combined, 0);
  const Levels levels = across.levels();
  const std::vector<double> disparities = disparities_around(plane, x, y, levels);

  Series lines[] = {{fmt::format("{} around the plane", scene.plain), {}, plot_colour(0)},
                    {fmt::format("{} around the plane", scene.across), {}, plot_colour(2)}};
  for (int k = 0; k < levels.count; ++k) {
    const double disparity = disparities[static_cast<std::size_t>(k)];
    lines[0].points.push_back({disparity, plain.pixel(0, 0)[k]});
    lines[1].points.push_back({disparity, across.pixel(0, 0)[k]});
  }
  Plot plot;
  plot.title =
      fmt::format("Plane {}, which won, is at {} here: the cost vector in its levels", number, known(plane.at(x, y)));
  plot.x.title = "disparity in pixels";
  plot.y.title = "cost";
  plot.width = figure_width;
  plot.height = 240;
  plot.series = {std::move(lines[0]), std::move(lines[1])};
  plot.rules = {{Rule::Direction::vertical, double{scene.result.disparity(x, y)}, "map"}};
  story.plots.insert(story.plots.begin() + 2, {std::move(plot)});
  story.text += fmt::format("  plane {}: d = {:.4f} x {:+.4f} y {:+.2f}, here {}\n", number, plane.along, plane.down,
                            plane.offset, known(plane.at(x, y)));
  story.numbers["plane"] = {{"number", number},
                            {"along", plane.along},
                            {"down", plane.down},
                            {"offset", plane.offset},
                            {"disparities", disparities},
                            {"plain", json_array(plain.pixel(0, 0), levels.count)},
                            {"across", json_array(across.pixel(0, 0), levels.count)}};
}

}  // namespace csca::app
