// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "slab_pass.hpp"

#include <csca/scale.hpp>

#include "cost/integer_kernels.hpp"
#include "scale/blend_kernels.hpp"
#include "scale/coarse_costs.hpp"
#include "scale/upsampler.hpp"

#include <type_traits>

namespace csca {
namespace {

/// One pass over a group in floats or in whole numbers.
template <class Cell>
class Pass {
 public:
  Pass(const std::vector<Scale>& scales, const ScaleOptions& options, int slab, const VolumeObserver& observe,
       Stopwatch& time)
      : scales_(scales), options_(options), slab_(slab), observe_(observe), time_(time) {}

  /// K_s at `levels`, stored for the next finer scale; in slabs, so that rows in flight stay in cache.
  CoarseCosts<Cell> blend(std::size_t s, Levels levels) const {
    CoarseCosts<Cell> result;
    if (s == scales_.size()) return result;
    const CoarseCosts<Cell> coarse = blend(s + 1, coarser(levels));
    result = CoarseCosts<Cell>(scales_[s].cost->width(), scales_[s].cost->height(), levels);
    for (const Levels& part : parts(levels)) {
      run(s, part, coarse, [&](int y, const Cell* row) {
        pack_levels(row, result.width(), Volume::stride_for(part.count), part.count, result.stride(),
                    result.row(y) + (part.first - levels.first));
      });
    }
    return result;
  }

  /// K_s row by row: costs, aggregation, and what the coarser scale adds.
  template <class Finish>
  void run(std::size_t s, Levels levels, const CoarseCosts<Cell>& coarse, const Finish& finish) const {
    const Scale& scale = scales_[s];
    const Slab slab{scale.cost->width(), scale.cost->height(), levels, scale.threads};
    std::optional<Upsampler<Cell>> up;
    if (s + 1 < scales_.size()) up.emplace(coarse, slab.width, levels, options_.level_map, options_.space_map);

    const auto cost = [&](int y, Cell* row) {
      const auto lap = time_.lap(&Timings::cost);
      scale.cost->row(y, levels, row);
      show(VolumeStage::raw, s, levels, y, row, scale.cost->unit());
    };
    const auto combine = [&](int y, Cell* row) {
      show(VolumeStage::aggregated, s, levels, y, row, scale.whole / scale.weight);
      {
        const auto lap = time_.lap(&Timings::combine);
        if (up) {
          up->blend(y, scale.weight, row);
        } else if constexpr (std::is_same_v<Cell, float>) {
          if (scale.weight != 1) weigh(scale.weight, slab.row_size(), row);
        }
      }
      finish(y, row);
    };
    const auto lap = time_.lap(&Timings::aggregate);
    if constexpr (std::is_same_v<Cell, float>) {
      scale.aggregation->run(slab, cost, combine);
    } else {
      scale.integer->run(slab, cost, combine);
    }
  }

  /// Shows a row to the observer, as costs. Whole numbers come with the cost that 1 stands for.
  void show(VolumeStage stage, std::size_t s, Levels levels, int y, const Cell* row, float unit) const {
    if (observe_)
      with_costs(s, levels, row, unit,
                 [&](const float* costs) { observe_(stage, static_cast<int>(s), levels, y, costs); });
  }

  template <class Use>
  void with_costs(std::size_t s, Levels levels, const Cell* row, float unit, const Use& use) const {
    if constexpr (std::is_same_v<Cell, float>) {
      use(row);
    } else {
      const Slab slab{.width = scales_[s].cost->width(), .height = 1, .levels = levels};
      AlignedVector<float> costs(slab.row_size());
      to_costs(row, costs.size(), unit, costs.data());
      use(costs.data());
    }
  }

 private:
  /// Pieces of a slab's size; what is left over goes to the last one when it is short.
  std::vector<Levels> parts(Levels levels) const {
    std::vector<Levels> parts;
    for (int first = levels.first; first <= levels.last();) {
      const int left = levels.last() - first + 1;
      const int count = left <= slab_ + slab_ / 2 ? left : slab_;
      parts.push_back({first, count});
      first += count;
    }
    return parts;
  }

  const std::vector<Scale>& scales_;
  const ScaleOptions& options_;
  int slab_;
  const VolumeObserver& observe_;
  Stopwatch& time_;
};

template <class Cell>
void run_pass(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan::Group& group, int slab,
              const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink) {
  const Pass<Cell> pass(scales, options, slab, observe, time);
  const CoarseCosts<Cell> coarse = pass.blend(1, coarser(group.computed));
  for (const Plan::Slab& part : group.slabs) {
    const float unit = scales.front().whole;
    pass.run(0, part.computed, coarse, [&](int y, const Cell* row) {
      pass.show(VolumeStage::combined, 0, part.computed, y, row, unit);
      const auto lap = time.lap(&Timings::select);
      if constexpr (!std::is_same_v<Cell, float>) {
        if (sink.whole) return sink.whole(y, part, row);
      }
      pass.with_costs(0, part.computed, row, unit, [&](const float* costs) { sink.costs(y, part, costs); });
    });
  }
}

}  // namespace

void run_group(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan::Group& group, int slab,
               const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink) {
  const auto run = scales.front().integer ? run_pass<std::uint16_t> : run_pass<float>;
  run(scales, options, group, slab, observe, time, sink);
}

}  // namespace csca
