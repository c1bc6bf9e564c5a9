// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "slab_pass.hpp"

#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "cost/integer_kernels.hpp"
#include "scale/blend_kernels.hpp"
#include "scale/coarse_costs.hpp"
#include "scale/upsampler.hpp"

#include <algorithm>
#include <type_traits>

namespace csca {
namespace {

/// One pass over a group in floats or in whole numbers.
template <class Cell>
class Pass {
 public:
  Pass(const std::vector<Scale>& scales, const ScaleOptions& options, const VolumeObserver& observe, Stopwatch& time)
      : scales_(scales), options_(options), observe_(observe), time_(time) {}

  /// K_s row by row: costs, aggregation, and what the coarser scale adds, if there is one.
  template <class Finish>
  void run(std::size_t s, Levels levels, const CoarseCosts<Cell>* coarse, const Finish& finish) const {
    const Scale& scale = scales_[s];
    const Slab slab{scale.cost->width(), scale.cost->height(), levels, scale.threads};
    std::optional<Upsampler<Cell>> up;
    if (coarse != nullptr) up.emplace(*coarse, slab.width, levels, options_.level_map, options_.space_map);

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
  const std::vector<Scale>& scales_;
  const ScaleOptions& options_;
  const VolumeObserver& observe_;
  Stopwatch& time_;
};

/// Pieces of a slab's size: what runs at a time, so that rows in flight stay in cache.
std::vector<Levels> cut(Levels levels, int size) {
  std::vector<Levels> pieces;
  for (int first = levels.first; first <= levels.last(); first += size) {
    pieces.push_back({first, std::min(size, levels.last() - first + 1)});
  }
  return pieces;
}

/// The pieces in which each scale is worked on.
std::vector<std::vector<Levels>> pieces_of(const Plan::Group& group, const Plan& plan) {
  std::vector<std::vector<Levels>> pieces(1);
  for (const Plan::Slab& slab : group.slabs) pieces.front().push_back(slab.computed);
  Levels levels = group.computed;
  for (int s = 1; s < plan.scales; ++s) pieces.push_back(cut(levels = coarser(levels), plan.slab));
  return pieces;
}

template <class Cell>
void run_pass(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan::Group& group, const Plan& plan,
              const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink) {
  const Pass<Cell> pass(scales, options, observe, time);
  const std::vector<std::vector<Levels>> pieces = pieces_of(group, plan);
  // K_(s+1), once for each piece of scale s: what a piece reads then lies together.
  std::vector<CoarseCosts<Cell>> coarse;
  const auto under = [&](int i) { return coarse.empty() ? nullptr : &coarse[i]; };
  for (std::size_t s = scales.size() - 1; s > 0; --s) {
    std::vector<CoarseCosts<Cell>> result;
    for (const Levels& finer : pieces[s - 1]) {
      result.emplace_back(scales[s].cost->width(), scales[s].cost->height(), coarser(finer));
    }
    parallel_for(plan.in_flight, static_cast<int>(pieces[s].size()), [&](int i) {
      const Levels& levels = pieces[s][i];
      pass.run(s, levels, under(i), [&](int y, const Cell* row) {
        for (CoarseCosts<Cell>& costs : result) costs.take(y, levels, row);
      });
    });
    coarse = std::move(result);
  }
  parallel_for(plan.in_flight, static_cast<int>(group.slabs.size()), [&](int i) {
    const Plan::Slab& slab = group.slabs[i];
    const float unit = scales.front().whole;
    pass.run(0, slab.computed, under(i), [&](int y, const Cell* row) {
      pass.show(VolumeStage::combined, 0, slab.computed, y, row, unit);
      const auto lap = time.lap(&Timings::select);
      if constexpr (!std::is_same_v<Cell, float>) {
        if (sink.whole) return sink.whole(y, slab, row);
      }
      pass.with_costs(0, slab.computed, row, unit, [&](const float* costs) { sink.costs(y, slab, costs); });
    });
    sink.done();
  });
}

}  // namespace

void run_group(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan::Group& group,
               const Plan& plan, const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink) {
  const auto run = scales.front().integer ? run_pass<std::uint16_t> : run_pass<float>;
  run(scales, options, group, plan, observe, time, sink);
}

}  // namespace csca
