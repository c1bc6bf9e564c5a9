// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/tiles.hpp>

#include "match_window.hpp"
#include "tiles/blend.hpp"
#include "tiles/cut_out.hpp"
#include "tiles/survey.hpp"

#include <algorithm>

namespace csca {
void match_tiles(const WindowedPair& pair, const TilePlan& plan, const TileSink& sink, const Hooks& hooks) {
  if (hooks.cost || hooks.right_cost || hooks.aggregate || hooks.observe) {
    throw Error("tiles take no steps of your own: match the whole pair");
  }
  // Progress counts pixels that are matched, those around the tiles too.
  double all = 0;
  for (const Window& window : plan.windows) all += static_cast<double>(window.width) * window.height;
  double before = 0;
  SeamBlender seams(plan.blend);
  for (std::size_t i = 0; i < plan.tiles.size(); ++i) {
    const Window& window = plan.windows[i];
    const double share = static_cast<double>(window.width) * window.height / all;
    Hooks own{.stop = hooks.stop};
    if (hooks.progress) own.progress = [&](double done) { hooks.progress(std::min(before + share * done, 1.0)); };
    Options options = plan.options;
    options.range.first = plan.ranges[i].first;
    options.range.levels = plan.ranges[i].count;
    Result result;
    {
      const Image left = read_as(pair.left, window, plan.samples[0]);
      const Image right = read_as(pair.right, window, plan.samples[1]);
      const Pair views{left, right, read_mask(pair.left_mask, window), read_mask(pair.right_mask, window)};
      result = match_window(views, options, own, plan.whole.get());
    }
    const Window& tile = plan.tiles[i];
    const Window extended = seams.extended(tile, pair.left.width(), pair.left.height());
    result.disparity = cut_out(result.disparity, window, extended);
    result.validity = cut_out(result.validity, window, extended);
    seams.blend(tile, extended, result.disparity, result.validity);
    result.disparity = cut_out(result.disparity, extended, tile);
    result.validity = cut_out(result.validity, extended, tile);
    result.right_disparity = cut_out(result.right_disparity, window, tile);
    result.confidence = cut_out(result.confidence, window, tile);
    result.plane = cut_out(result.plane, window, tile);
    sink(tile, result);
    before += share;
  }
}

}  // namespace csca
