// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "engine/engine.hpp"
#include "engine/reference_box16.hpp"
#include "scale/blend.hpp"

namespace csca {
namespace {

/// The paper in plain words, slab by slab: whole volumes of costs, of aggregated costs, and of blended ones. It shows
/// each of them to the observer. Its costs are those of the fast engines, bit for bit: tests compare them with it.
class ReferenceEngine final : public Engine {
 public:
  ReferenceEngine(ScaledView view, const AggregationFactory& aggregation, const Run& run)
      : run_(run), costs_(run.plan.scales()), aggregations_(run.plan.scales()) {
    for (int s = 0; s < run.plan.scales(); ++s) {
      const FloatImage& left = view.lefts[s];
      if (!run.plan.box16) aggregations_[s] = leave_out_unknown(aggregation(left), left.known);
      costs_[s] = make_source(s, left, std::move(view.rights[s]), run);
      if (!run.plan.box16) {
        aggregations_[s]->look_ahead(all_levels(*costs_[s], run.plan), [&](int y, Columns columns, float* cells) {
          costs_[s]->cells(y, columns, costs_[s]->range(), cells);
        });
      }
      known_.push_back(left.known);
    }
  }

  void run(CostSink& sink) override {
    for (const Group& group : run_.plan.schedule.groups) {
      parallel_for(run_.plan.schedule.parallel_slabs, static_cast<int>(group.slabs.size()), [&](int i) {
        const Volume costs = run_.plan.box16 ? box16_slab(group.slabs[i]) : float_slab(group.slabs[i]);
        show(VolumeStage::combined, 0, costs);
        for (int y = 0; y < costs.height(); ++y) {
          sink.add_costs(y, {0, costs.width()}, group.slabs[i], costs.row(y));
        }
        run_.progress.slab_done();
      });
    }
    shown_ = true;
  }

 private:
  Volume float_slab(const LevelSpan& slab) const {
    const ScaleOptions& maps = run_.options.scale;
    std::vector<Volume> aggregated;
    Levels levels = slab.computed;
    for (int s = 0; s < run_.plan.scales(); ++s) {
      if (s > 0) levels = common(levels_under(levels, maps.level_map), run_.plan.ranges[s]);
      run_.progress.check();
      const Volume costs = cost_volume(*costs_[s], levels);  // Eq. 1
      show(VolumeStage::raw, s, costs);
      aggregated.push_back(aggregate(*aggregations_[s], costs, run_.plan.schedule.threads_per_slab));  // Eq. 4
      show(VolumeStage::aggregated, s, aggregated.back());
    }
    return combine(std::move(aggregated), run_.plan.weights, maps.level_map, maps.space_map);  // Eq. 14
  }

  /// The same in whole numbers, rounded and cut as 16 bits are.
  Volume box16_slab(const LevelSpan& slab) const {
    const ReferenceBox16 box(run_.options, run_.plan);
    std::vector<Volume> sums;
    Levels levels = slab.computed;
    for (int s = 0; s < run_.plan.scales(); ++s, levels = coarser(levels)) {
      run_.progress.check();
      const Volume costs = cost_volume(*costs_[s], levels);
      show(VolumeStage::raw, s, costs);
      sums.push_back(box.weighted_sums(costs, s, known_[s]));
      show(VolumeStage::aggregated, s, box.aggregated(sums.back(), s));
    }
    return box.combine(std::move(sums));
  }

  void show(VolumeStage stage, int scale, const Volume& volume) const {
    if (!run_.hooks.observe || shown_) return;
    for (int y = 0; y < volume.height(); ++y) run_.hooks.observe(stage, scale, volume.levels(), y, volume.row(y));
  }

  const Run& run_;
  std::vector<std::unique_ptr<CostSource>> costs_;
  std::vector<std::unique_ptr<Aggregation>> aggregations_;
  bool shown_ = false;       // a second run would show the observer the same again
  std::vector<Mask> known_;  // pixels of the left image, of each scale
};

}  // namespace

std::unique_ptr<Engine> make_reference_engine(ScaledView view, const AggregationFactory& aggregation, const Run& run) {
  return std::make_unique<ReferenceEngine>(std::move(view), aggregation, run);
}

}  // namespace csca
