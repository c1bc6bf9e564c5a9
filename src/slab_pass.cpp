// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "slab_pass.hpp"

#include <csca/scale.hpp>

#include <algorithm>
#include <optional>

namespace csca {
namespace {

/// K_s of one slab; for the finest scale it goes to the sink and an empty volume comes back.
Volume blend(const std::vector<Scale>& scales, std::size_t s, const ScaleOptions& options, Levels levels,
             const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink) {
  const Scale& scale = scales[s];
  const Slab slab{scale.cost->width(), scale.cost->height(), levels, scale.threads};
  const bool finest = s == 0;

  Volume coarse;
  std::optional<Upsampler> up;
  if (s + 1 < scales.size()) {
    coarse = blend(scales, s + 1, options, coarser(levels), observe, time, sink);
    up.emplace(coarse, slab.width, levels, options.level_map, options.space_map);
  }

  Volume result;
  if (!finest) result = Volume(slab.width, slab.height, levels);
  const auto show = [&](VolumeStage stage, int y, const float* row) {
    if (observe) observe(stage, static_cast<int>(s), levels, y, row);
  };
  const auto cost = [&](int y, float* row) {
    const auto lap = time.lap(&Timings::cost);
    scale.cost->row(y, levels, row);
    show(VolumeStage::raw, y, row);
  };
  const auto combine = [&](int y, float* row) {
    show(VolumeStage::aggregated, y, row);
    {
      const auto lap = time.lap(&Timings::combine);
      for (std::size_t i = 0; i < slab.row_size(); ++i) row[i] *= scale.weight;
      if (up) up->add(y, row);
      if (!finest) std::copy_n(row, slab.row_size(), result.row(y));
    }
    if (finest) {
      show(VolumeStage::combined, y, row);
      const auto lap = time.lap(&Timings::select);
      sink(y, levels, row);
    }
  };
  const auto lap = time.lap(&Timings::aggregate);
  scale.aggregation->run(slab, cost, combine);
  return result;
}

}  // namespace

void run_slab(const std::vector<Scale>& scales, const ScaleOptions& options, Levels slab, const VolumeObserver& observe,
              Stopwatch& time, const SlabSink& sink) {
  blend(scales, 0, options, slab, observe, time, sink);
}

}  // namespace csca
