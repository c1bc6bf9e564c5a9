// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/mixture.hpp"
#include "aggregate/traits.hpp"
#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "plane_levels.hpp"
#include "studio/answers.hpp"

#include <csca/error.hpp>
#include <csca/explain.hpp>
#include <csca/scale.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace csca::app::studio {
namespace {

/// A pixel's costs of one scale and stage.
struct Costs {
  Levels levels;
  std::span<const float> values;
};

Costs costs_of(const Capture& row, VolumeStage stage, int scale, int x) {
  const Volume& volume = row.costs(stage, scale);
  return {volume.levels(), {volume.pixel(x >> scale, 0), static_cast<std::size_t>(volume.levels().count)}};
}

/// The lowest cost that is not the winner's nor beside it; NaN where there is none.
float runner_up(const Costs& costs, float winner) {
  float best = std::numeric_limits<float>::infinity();
  float level = std::numeric_limits<float>::quiet_NaN();
  for (int k = 0; k < costs.levels.count; ++k) {
    const int candidate = costs.levels.first + k;
    const float cost = costs.values[static_cast<std::size_t>(k)];
    if (std::abs(static_cast<float>(candidate) - winner) < 2 || !(cost < best)) continue;
    best = cost;
    level = static_cast<float>(candidate);
  }
  return level;
}

/// A row of costs without the padding between pixels: a picture of levels against columns.
Plane<float> picture_of(const Volume& row) {
  Plane<float> picture(row.levels().count, row.width());
  for (int x = 0; x < row.width(); ++x) std::copy_n(row.pixel(x, 0), picture.width(), picture.row(x));
  return picture;
}

Json stage_of(Packet& packet, const Capture& row, VolumeStage stage, int scale, int x, const std::string& name) {
  const Costs costs = costs_of(row, stage, scale, x);
  const float winner = row.winners(stage, scale)(x >> scale, 0);
  packet.add(name, costs.values, costs.levels.count, 1);
  return {{"costs", name},
          {"first", costs.levels.first},
          {"step", 1 << scale},
          {"winner", winner},
          {"runner_up", runner_up(costs, winner)}};
}

/// The options of a match that is watched, with its range.
Options watched(const Ask& ask) {
  Options options = explainable(ask.options);
  const Levels range = resolve_range(ask.scene->left, ask.scene->right, options);
  options.range.first = range.first;
  options.range.levels = range.count;
  options.planes.most = 0;
  return options;
}

/// What paths to the pixel meet, where the method follows paths.
std::unique_ptr<PathCosts> path_costs_of(const Ask& ask, int scales, const std::stop_token& stop) {
  const auto parts = parse_mixture(ask.options.aggregate.method);
  const bool paths = std::any_of(parts.begin(), parts.end(), [&](const Share& part) {
    AggregateOptions one = ask.options.aggregate;
    one.method = part.method;
    return aggregation_traits(one).levels_together;
  });
  if (!paths) return nullptr;
  const Scene& scene = *ask.scene;
  const Options options = watched(ask);
  auto costs = std::make_unique<PathCosts>(Levels{*options.range.first, *options.range.levels}, scales,
                                           scene.left.width(), scene.left.height(), ask.x, ask.y);
  Hooks hooks;
  hooks.stop = stop;
  hooks.own_bytes = costs->bytes();
  hooks.observe = [&](VolumeStage stage, int scale, Levels levels, int y, const float* row) {
    costs->take(stage, scale, levels, y, row);
  };
  match(scene.left, scene.right, options, hooks);
  return costs;
}

/// A row's costs, two stages of each scale and the blend, and pictures of two of them on their way out.
std::size_t row_bytes(const Ask& ask, const Options& options) {
  return 6 * sizeof(float) * offset(ask.scene->left.width(), *options.range.levels);
}

/// A match that shows its costs: in the levels of the range, or in those of a plane.
Result watch(const Ask& ask, Options options, const SlantedPlane* plane, Capture& costs, const std::stop_token& stop) {
  Hooks hooks;
  hooks.stop = stop;
  hooks.own_bytes = row_bytes(ask, options);
  hooks.observe = [&](VolumeStage stage, int scale, Levels levels, int y, const float* row) {
    costs.take(stage, scale, levels, y, row);
  };
  watch_plane(plane, options, hooks);
  return match(ask.scene->left, ask.scene->right, options, hooks);
}

/// The plane that won the pixel in the match that is asked about, with its number; 0: a level of the range.
struct Winner {
  std::size_t number = 0;
  SlantedPlane plane = {};
};

Winner winner_of(const Ask& ask, std::size_t own_bytes, const std::stop_token& stop) {
  if (!ask.options.planes.asked_for()) return {};
  Options options = ask.options;
  // What comes after the winners leaves them as they are.
  options.refine = {};
  options.input.check = false;
  const bool diagonal = options.select.right == RightView::diagonal;  // which costs are made for
  options.select = {.subpixel = options.select.subpixel, .right = diagonal ? RightView::diagonal : RightView::none};
  Hooks hooks;
  hooks.stop = stop;
  hooks.own_bytes = own_bytes;
  const Result result = match(ask.scene->left, ask.scene->right, options, hooks);
  const std::size_t number = result.plane(ask.x, ask.y);
  return number == 0 ? Winner{} : Winner{number, result.planes[number - 1]};
}

/// The pixel's costs in the levels of the plane that won it; null where a level of the range did.
Json plane_of(Packet& packet, const Ask& ask, const Options& options, int scales, const std::stop_token& stop) {
  const auto [number, plane] = winner_of(ask, row_bytes(ask, options), stop);
  if (number == 0) return nullptr;
  const Levels levels = levels_around(options.planes);
  Capture around({levels}, scales, ask.y, ask.x, ask.x);
  const Result result = watch(ask, options, &plane, around, stop);
  for (const auto& [name, stage] :
       {std::pair{"plane_plain", VolumeStage::aggregated}, {"plane_blend", VolumeStage::combined}}) {
    packet.add(name, costs_of(around, stage, 0, 0).values, levels.count, 1);
  }
  return {{"number", number},
          {"along", plane.along},
          {"down", plane.down},
          {"here", plane.at(ask.x, ask.y)},
          {"disparity", result.disparity(ask.x, ask.y)},
          {"disparities", disparities_around(plane, ask.x, ask.y, levels)}};
}

}  // namespace

Packet pixel_answer(const Ask& ask, const std::stop_token& stop) {
  const Scene& scene = *ask.scene;
  const Options options = watched(ask);
  const Levels range{*options.range.first, *options.range.levels};
  Capture row({range, options.range.skip_zero}, resolve_scales(scene.left, range, options), ask.y, 0,
              scene.left.width() - 1);
  const Result result = watch(ask, options, nullptr, row, stop);

  Packet packet;
  packet.head = {{"x", ask.x},           {"y", ask.y},
                 {"first", range.first}, {"levels", range.count},
                 {"truth", nullptr},     {"planes", ask.options.planes.asked_for()}};
  if (!scene.truth.empty()) packet.head["truth"] = scene.truth(ask.x, ask.y);
  for (int s = 0; s < result.scales; ++s) {
    Json scale = {{"weight", result.weights[static_cast<std::size_t>(s)]}};
    scale["raw"] = stage_of(packet, row, VolumeStage::raw, s, ask.x, fmt::format("raw_{}", s));
    scale["aggregated"] = stage_of(packet, row, VolumeStage::aggregated, s, ask.x, fmt::format("aggregated_{}", s));
    packet.head["scales"].push_back(std::move(scale));
  }
  packet.head["blend"] = stage_of(packet, row, VolumeStage::combined, 0, ask.x, "blend");
  packet.add("row_plain", picture_of(row.costs(VolumeStage::aggregated, 0)));
  packet.add("row_blend", picture_of(row.costs(VolumeStage::combined, 0)));
  packet.add("row_plain_winners", row.winners(VolumeStage::aggregated, 0));
  packet.add("row_blend_winners", row.winners(VolumeStage::combined, 0));
  packet.head["plane"] = plane_of(packet, ask, options, result.scales, stop);
  return packet;
}

Packet support_answer(const Ask& ask, const std::stop_token& stop) {
  const Scene& scene = *ask.scene;
  const Levels range = resolve_range(scene.left, scene.right, ask.options);
  const int scales = resolve_scales(scene.left, range, ask.options);
  const int threads = thread_count(ask.options.run.threads);
  // Pyramid, tree, and a volume of one level before and after the method.
  const std::size_t bytes = 160 * offset(scene.left.width(), scene.left.height());
  if (bytes > ask.options.run.max_memory.value_or(bytes)) {
    throw Error(fmt::format("the support of a pixel would take {} MB of memory: start csca studio with a larger "
                            "--max-memory, or take a smaller pair",
                            bytes / 1'000'000),
                ErrorKind::no_memory);
  }
  const double white = ask.options.input.white.value_or(white_of(scene.left, scene.right));
  const auto guides = pyramid(to_float(scene.left, white, false, threads), scales, threads);
  Packet packet;
  packet.head = {{"x", ask.x}, {"y", ask.y}, {"weights", scale_weights(scales, resolve_lambda(ask.options))}};
  const std::unique_ptr<PathCosts> costs = path_costs_of(ask, scales, stop);
  for (int s = 0; s < scales; ++s) {
    const FloatImage& guide = guides[static_cast<std::size_t>(s)];
    const int x = ask.x >> s;
    const int y = ask.y >> s;
    packet.add(fmt::format("support_{}", s), costs
                                                 ? support(ask.options.aggregate, guide, x, y, *costs, s, threads, stop)
                                                 : support(ask.options.aggregate, guide, x, y, threads, stop));
  }
  return packet;
}

}  // namespace csca::app::studio
