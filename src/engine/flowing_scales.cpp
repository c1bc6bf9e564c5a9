// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/flowing_scales.hpp"

#include "aggregate/flowing.hpp"
#include "scale/blend.hpp"
#include "scale/coarse_costs.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace csca {
namespace {

using OnRow = std::function<void(int y, const BlendedCells& cells)>;

/// One scale whose rows are made as somebody asks for them.
class FlowingScale : public Pooled {
 public:
  FlowingScale(const CostSource& cost, const Aggregation& aggregation, const Run& run, double weight,
               FlowingScale* coarser)
      : run_(run),
        cost_(cost),
        weight_(static_cast<float>(weight)),
        coarser_(coarser),
        source_([this](int y, Columns columns, float* cells) {
          run_.progress.check();
          const ScopedTimer timer = run_.clock.time_row(&Timings::cost, y);
          cost_.cells(y, columns, cost_.range(), cells);
        }),
        flow_(dynamic_cast<const Flowing&>(aggregation).flow(all_levels(cost, run.plan), source_)) {
    if (coarser_ == nullptr) return;
    const ScaleOptions& maps = run.options.scale;
    up_.emplace(coarser_->kept_, cost.range(), maps.level_map, maps.space_map);
  }

  /// Makes rows until row y is there.
  void make(int y, const OnRow& on_row) {
    const int stride = Volume::stride_for(cost_.range().count);
    while (made_ <= y) {
      flow_->advance([&](int row, const float* cells) {
        on_row(row, {{0, cost_.width()}, stride, cells, nullptr, weight_, under(row)});
        made_ = row + 1;
      });
    }
  }

  /// From now on, some rows of K_s stay for the finer scale, which has these levels.
  void keep_rows(Levels finer) {
    kept_ = CoarseCosts(cost_.width(), cost_.height(), rows_kept(run_.plan.threads()),
                        levels_under(finer, run_.options.scale.level_map), cost_.range());
  }

 private:
  CoarseRows under(int y) {
    if (coarser_ == nullptr) return {};
    coarser_->keep(std::min(y / 2 + 1, coarser_->cost_.height() - 1));
    return up_->under(y);
  }

  void keep(int y) {
    make(y, [this](int row, const BlendedCells& cells) {
      const ScopedTimer timer = run_.clock.time_row(&Timings::combine, row);
      for_blended(cells, scratch_,
                  [&](Columns columns, const float* blended) { kept_.store(row, columns, cost_.range(), blended); });
    });
  }

  const Run& run_;
  const CostSource& cost_;
  float weight_;
  FlowingScale* coarser_;
  CoarseCosts kept_;
  std::optional<Blend> up_;
  RowSource source_;
  std::unique_ptr<RowFlow> flow_;
  AlignedVector<float> scratch_;
  int made_ = 0;
};

}  // namespace

void run_flowing(std::span<const std::unique_ptr<CostSource>> costs,
                 std::span<const std::unique_ptr<Aggregation>> aggregations, const Run& run, const LevelSpan& levels,
                 CostSink& sink) {
  const ScopedTimer outer = run.clock.time(&Timings::aggregate);
  PooledVector<std::unique_ptr<FlowingScale>> scales;  // coarsest first
  for (std::size_t s = costs.size(); s-- > 0;) {
    FlowingScale* coarser = scales.empty() ? nullptr : scales.back().get();
    if (coarser != nullptr) coarser->keep_rows(costs[s]->range());
    scales.push_back(std::make_unique<FlowingScale>(*costs[s], *aggregations[s], run, run.plan.weights[s], coarser));
  }
  AlignedVector<float> scratch;
  scales.back()->make(run.plan.height - 1, [&](int y, const BlendedCells& cells) {
    const ScopedTimer timer = run.clock.time_row(&Timings::select, y);
    sink.add_blended(y, levels, cells, scratch);
  });
  run.progress.slab_done();
}

}  // namespace csca
