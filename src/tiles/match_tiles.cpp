// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/tiles.hpp>

#include "match_window.hpp"
#include "tiles/cut_out.hpp"
#include "tiles/match_tile.hpp"
#include "tiles/survey.hpp"

#include <algorithm>

namespace csca {
namespace {

void cut_all(Result& result, const Window& from, const Window& to) {
  result.disparity = cut_out(result.disparity, from, to);
  result.validity = cut_out(result.validity, from, to);
  result.right_disparity = cut_out(result.right_disparity, from, to);
  result.confidence = cut_out(result.confidence, from, to);
  result.plane = cut_out(result.plane, from, to);
}

}  // namespace

Result match_tile(const WindowedPair& pair, const TilePlan& plan, std::size_t index, const Hooks& hooks) {
  const Window& window = plan.windows[index];
  Options options = plan.options;
  options.range.first = plan.ranges[index].first;
  options.range.levels = plan.ranges[index].count;
  Result result;
  {
    const Image left = read_as(pair.left, window, plan.samples[0]);
    const Image right = read_as(pair.right, window, plan.samples[1]);
    const Pair views{left, right, read_mask(pair.left_mask, window), read_mask(pair.right_mask, window)};
    result = match_window(views, options, hooks, plan.whole.get());
  }
  cut_all(result, window, TileJoiner(plan, pair.left.width(), pair.left.height()).extended(index));
  return result;
}

void TileJoiner::join(std::size_t index, Result& result) {
  const Window reach = extended(index);
  seams_.blend(plan_.tiles[index], reach, result.disparity, result.validity);
  cut_all(result, reach, plan_.tiles[index]);
}

void match_tiles(const WindowedPair& pair, const TilePlan& plan, const TileSink& sink, const Hooks& hooks) {
  if (hooks.cost || hooks.right_cost || hooks.aggregate || hooks.observe) {
    throw Error("tiles take no steps of your own: match the whole pair");
  }
  // Progress counts pixels that are matched, those around the tiles too.
  double all = 0;
  for (const Window& window : plan.windows) all += static_cast<double>(window.width) * window.height;
  double before = 0;
  TileJoiner joiner(plan, pair.left.width(), pair.left.height());
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    const double share = static_cast<double>(plan.windows[i].width) * plan.windows[i].height / all;
    Hooks own{.stop = hooks.stop};
    if (hooks.progress) own.progress = [&](double done) { hooks.progress(std::min(before + share * done, 1.0)); };
    Result result = match_tile(pair, plan, i, own);
    joiner.join(i, result);
    sink(plan.tiles[i], result);
    before += share;
  }
}

}  // namespace csca
