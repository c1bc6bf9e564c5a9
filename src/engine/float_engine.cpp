// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>
#include <csca/scale.hpp>

#include "aggregate/strips.hpp"
#include "core/parallel.hpp"
#include "core/pooled_function.hpp"
#include "engine/engine.hpp"
#include "engine/flowing_scales.hpp"
#include "engine/free_memory.hpp"
#include "scale/blend.hpp"
#include "scale/coarse_costs.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace csca {
namespace {

/// What a thread works on at a time: some levels of some columns, so that rows on their way stay in cache.
struct Task {
  int piece;  // of the scale's levels
  Levels levels;
  Columns columns;
};

/// Any method on costs of floats. Rows flow: a cost row is made, aggregated, blended and shown while it is in cache.
/// Coarse scales are stored for the group of slabs that reads them; the finest one is never stored.
class FloatEngine final : public Engine {
 public:
  FloatEngine(ScaledView view, AggregationFactory aggregation, const Run& run)
      : run_(run),
        plan_(run.plan),
        lefts_(view.lefts),
        make_(std::move(aggregation)),
        costs_(plan_.scales()),
        aggregations_(plan_.scales()),
        looked_(plan_.scales()) {
    // What callers bring is called from one thread alone.
    const bool in_background = plan_.schedule.build_in_background;
    parallel_for(plan_.own_steps ? 1 : plan_.threads(), 2 * plan_.scales(), [&](int i) {
      const int s = i / 2;
      if (i % 2 == 0) {
        if (s > 0 || !in_background) build_aggregation(s);
      } else {
        costs_[s] = make_source(s, lefts_[s], std::move(view.rights[s]), run_);
        view.rights[s] = {};
      }
    });
    drop_guides(lefts_, plan_, in_background);
    view.rights.clear();
    if (plan_.schedule.save_memory) return_free_memory();
  }

  void run(CostSink& sink) override {
    if (plan_.flows) return flow(sink);
    for (const Group& group : plan_.schedule.groups) run_group(group, sink);
  }

 private:
  using Scratch = AlignedVector<float>;

  void build_aggregation(int s) {
    const ScopedTimer timer = run_.clock.time(&Timings::aggregate);
    aggregations_[s] = leave_out_unknown(make_(lefts_[s]), lefts_[s].known);
  }

  /// A large part of a tree's work, which one thread does alone.
  void build_finest() {
    build_aggregation(0);
    drop_guides(lefts_, plan_);
  }

  void flow(CostSink& sink) {
    for (int s = 0; s < plan_.scales(); ++s) {
      if (!looked_[s]) look_ahead(s);
    }
    run_flowing(costs_, aggregations_, run_, plan_.schedule.groups.front().slabs.front(), sink);
  }

  void look_ahead(int s) {
    const ScopedTimer timer = run_.clock.time(&Timings::aggregate);
    aggregations_[s]->look_ahead(all_levels(*costs_[s], plan_), source_of(s, plan_.ranges[s]));
    looked_[s] = true;
  }

  /// K_S down to K_0, which goes to the sink.
  void run_group(const Group& group, CostSink& sink) {
    const PooledVector<PooledVector<Levels>> scales =
        pieces_of(group, plan_.ranges, run_.options.scale.level_map, plan_.schedule.slab_levels);
    PooledVector<CoarseCosts> coarse;  // K_(s+1), once for each piece of scale s: what a piece reads lies together
    for (int s = plan_.scales() - 1; s > 0; --s) {
      PooledVector<CoarseCosts> blended;
      for (const Levels& finer : scales[s - 1]) {
        blended.push_back(spare_.make(costs_[s]->width(), costs_[s]->height(),
                                      levels_under(finer, run_.options.scale.level_map), plan_.ranges[s]));
      }
      const auto store = [&](const Task& task, int y, const BlendedCells& cells, Scratch& scratch) {
        const ScopedTimer timer = run_.clock.time_row(&Timings::combine, y);
        for_blended(cells, scratch, [&](Columns columns, const float* row) {
          for (CoarseCosts& costs : blended) costs.store(y, columns, task.levels, row);
        });
      };
      run_scale(s, scales[s], coarse, store, [] {});
      spare_.keep(std::exchange(coarse, std::move(blended)));
    }
    const auto show = [&](const Task& task, int y, const BlendedCells& cells, Scratch& scratch) {
      const ScopedTimer timer = run_.clock.time_row(&Timings::select, y);
      sink.add_blended(y, group.slabs[task.piece], cells, scratch);
    };
    run_scale(0, scales[0], coarse, show, [&] { run_.progress.slab_done(); });
    spare_.keep(std::move(coarse));
  }

  /// One scale of a group. Each of its pieces is cut into the strips that the aggregation likes; threads take these
  /// tasks one after the other. `on_row` gets columns of K_s before they are blended, `on_piece` is called after the
  /// last task of a piece.
  template <class OnRow, class OnPiece>
  void run_scale(int s, const PooledVector<Levels>& levels, const PooledVector<CoarseCosts>& coarse,
                 const OnRow& on_row, const OnPiece& on_piece) {
    const bool builds_finest = s == 1 && aggregations_[0] == nullptr;
    if (!looked_[s]) look_ahead(s);
    const PooledVector<Task> tasks = tasks_of(s, levels);
    PooledVector<std::atomic<int>> left(levels.size());  // tasks of each piece
    for (const Task& task : tasks) ++left[task.piece];
    std::atomic<std::size_t> taken = 0;
    const int useful = worth_threads(s, levels) ? static_cast<int>(tasks.size()) : 1;
    const int workers = std::min(plan_.schedule.parallel_slabs, useful + (builds_finest ? 1 : 0));
    parallel_for(workers, workers, [&](int worker) {
      if (builds_finest && worker == 0) build_finest();
      const ScopedTimer timer = run_.clock.time(&Timings::aggregate);
      Scratch scratch;
      aggregations_[s]->run_series(pooled([&]() -> std::optional<SlabWork> {
        const std::size_t i = taken++;
        if (i >= tasks.size()) return std::nullopt;
        const Task& task = tasks[i];
        const auto done = pooled([&] {
          if (--left[task.piece] == 0) on_piece();
        });
        return SlabWork{{costs_[s]->width(), costs_[s]->height(), task.levels, plan_.schedule.threads_per_slab,
                         task.columns, !plan_.own_steps},
                        source_of(s, task.levels),
                        blending_sink(s, task, coarse, on_row, scratch),
                        done};
      }));
    });
  }

  PooledVector<Task> tasks_of(int s, const PooledVector<Levels>& levels) const {
    PooledVector<Task> tasks;
    for (std::size_t piece = 0; piece < levels.size(); ++piece) {
      for (const Columns& columns : strips(costs_[s]->width(), aggregations_[s]->strip())) {
        tasks.push_back({static_cast<int>(piece), levels[piece], columns});
      }
    }
    return tasks;
  }

  /// Coarse scales of small images are done before another thread has woken up.
  bool worth_threads(int s, const PooledVector<Levels>& levels) const {
    constexpr int least_cells = 1 << 15;
    const int count = levels.back().last() - levels.front().first + 1;
    return least_cells / count / costs_[s]->width() < costs_[s]->height();
  }

  RowSource source_of(int s, Levels levels) const {
    return pooled([this, &cost = *costs_[s], levels](int y, Columns columns, float* cells) {
      run_.progress.check();
      const ScopedTimer timer = run_.clock.time_row(&Timings::cost, y);
      cost.cells(y, columns, levels, cells);
    });
  }

  /// From rows of C_s to those of K_s.
  template <class OnRow>
  auto blending_sink(int s, const Task& task, const PooledVector<CoarseCosts>& coarse, const OnRow& on_row,
                     Scratch& scratch) const {
    std::optional<Blend> up;
    if (!coarse.empty()) {
      const ScaleOptions& maps = run_.options.scale;
      up.emplace(coarse[task.piece], task.levels, maps.level_map, maps.space_map);
    }
    const int stride = Volume::stride_for(task.levels.count);
    const auto weight = static_cast<float>(plan_.weights[s]);
    return pooled([up, stride, weight, &task, &on_row, &scratch](int y, Columns columns, const float* cells,
                                                                 const float* factors) {
      on_row(task, y, BlendedCells{columns, stride, cells, factors, weight, up ? up->under(y) : CoarseRows{}}, scratch);
    });
  }

  const Run& run_;
  const Plan& plan_;
  PooledVector<FloatImage>& lefts_;
  AggregationFactory make_;
  PooledVector<std::unique_ptr<CostSource>> costs_;  // of each scale
  PooledVector<std::unique_ptr<Aggregation>> aggregations_;
  PooledVector<bool> looked_;  // ahead of the slabs
  SpareCosts spare_;
};

}  // namespace

std::unique_ptr<Engine> make_float_engine(ScaledView view, const AggregationFactory& aggregation, const Run& run) {
  return std::make_unique<FloatEngine>(std::move(view), aggregation, run);
}

}  // namespace csca
