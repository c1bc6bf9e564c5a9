// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "slab_pass.hpp"

#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "scale/blend.hpp"
#include "scale/blended_kernels.hpp"
#include "scale/coarse_costs.hpp"
#include "whole_pass.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace csca {
namespace {

/// What is worked on at a time: some levels of some columns, so that rows in flight stay in cache.
struct Task {
  int piece;  // of the scale's levels
  Levels levels;
  Columns columns;
};

/// One pass over a group.
class Pass {
 public:
  Pass(const std::vector<Scale>& scales, const ScaleOptions& options, const VolumeObserver& observe, Stopwatch& time)
      : scales_(scales), options_(options), observe_(observe), time_(time) {}

  /// The pieces of a scale's levels, each in the strips that the aggregation likes. Observers see whole rows.
  std::vector<Task> tasks(std::size_t s, const std::vector<Levels>& pieces) const {
    std::vector<Task> tasks;
    for (const Levels& levels : pieces) {
      const int piece = static_cast<int>(&levels - pieces.data());
      for (const Columns& columns : observe_ ? strips(width(s), 0) : strips_of(s)) {
        tasks.push_back({piece, levels, columns});
      }
    }
    return tasks;
  }

  /// K_s for the tasks that `next` gives: costs, aggregation, and what the coarser scale adds, if there is one.
  /// `finish` takes columns of K_s, before they are blended, as they come, with room for some of them, `done` a task
  /// that has been.
  template <class Next, class Finish, class Done>
  void run(std::size_t s, const std::vector<CoarseCosts>& coarse, const Next& next, const Finish& finish,
           const Done& done) const {
    const auto lap = time_.lap(&Timings::aggregate);
    AlignedVector<float> room;
    const auto take = [&](const Task& task, int y, const BlendedCells& cells) { finish(task, y, cells, room); };
    const auto under = [&](const Task& task) { return coarse.empty() ? nullptr : &coarse[task.piece]; };
    if (!observe_) {
      scales_[s].aggregation->run_series([&]() -> std::optional<SlabWork> {
        const Task* task = next();
        if (task == nullptr) return std::nullopt;
        return work(s, *task, under(*task), take, done);
      });
      return;
    }
    while (const Task* task = next()) {
      run_rows(s, *task, under(*task), take);
      done(*task);
    }
  }

  /// The costs that cells come to, a few columns at a time so that they are in the nearest cache when they are used.
  template <class Use>
  void blended(int y, const BlendedCells& cells, AlignedVector<float>& room, const Use& use) const {
    if (cells.as_is()) return use(cells.columns, cells.cells);
    constexpr int cells_at_once = 4096;
    const int at_once = observe_ ? cells.columns.count() : std::max(cells_at_once / cells.stride / 2 * 2, 2);
    room.resize(static_cast<std::size_t>(at_once) * static_cast<std::size_t>(cells.stride));
    for (int begin = cells.columns.begin; begin < cells.columns.end; begin += at_once) {
      const Columns some{begin, std::min(begin + at_once, cells.columns.end)};
      {
        const auto lap = time_.lap(&Timings::combine, y);
        blend_cells(cells.part(some), room.data());
      }
      use(some, room.data());
    }
  }

  void show(VolumeStage stage, std::size_t s, Levels levels, int y, const float* row) const {
    if (observe_) observe_(stage, static_cast<int>(s), levels, y, row);
  }

 private:
  int width(std::size_t s) const { return scales_[s].cost->width(); }

  Slab slab_of(std::size_t s, const Task& task) const {
    return {width(s), scales_[s].cost->height(), task.levels, scales_[s].threads, task.columns};
  }

  std::vector<Columns> strips_of(std::size_t s) const { return strips(width(s), scales_[s].aggregation->strip()); }

  auto source_of(std::size_t s, Levels levels) const {
    return [this, &scale = scales_[s], levels](int y, Columns columns, float* cells) {
      const auto lap = time_.lap(&Timings::cost, y);
      scale.cost->cells(y, columns, levels, cells);
    };
  }

  /// From cells of C_s to those of K_s, for rows of a task.
  auto blender(std::size_t s, const Task& task, const CoarseCosts* coarse) const {
    std::optional<Blend> up;
    if (coarse != nullptr) up.emplace(*coarse, task.levels, options_.level_map, options_.space_map);
    return [up, stride = Volume::stride_for(task.levels.count), weight = scales_[s].weight](
               int y, Columns columns, const float* cells, const float* factors) -> BlendedCells {
      return {columns, stride, cells, factors, weight, up ? up->under(y) : CoarseRows{}};
    };
  }

  /// A task as part of a series.
  template <class Finish, class Done>
  SlabWork work(std::size_t s, const Task& task, const CoarseCosts* coarse, const Finish& finish,
                const Done& done) const {
    const auto sink = [blend = blender(s, task, coarse), &task, &finish](int y, Columns columns, const float* cells,
                                                                         const float* factors) {
      finish(task, y, blend(y, columns, cells, factors));
    };
    return {slab_of(s, task), source_of(s, task.levels), sink, [&task, &done] { done(task); }};
  }

  /// A task by itself, whole rows at a time.
  template <class Finish>
  void run_rows(std::size_t s, const Task& task, const CoarseCosts* coarse, const Finish& finish) const {
    const auto blend = blender(s, task, coarse);
    observed(s, slab_of(s, task), [&](int y, const float* row) {
      show(VolumeStage::aggregated, s, task.levels, y, row);
      finish(task, y, blend(y, task.columns, row, nullptr));
    });
  }

  /// A slab in whole rows, put together from strips: these are part of a result's bits.
  template <class Sink>
  void observed(std::size_t s, Slab slab, const Sink& sink) const {
    const CostSource& cost = *scales_[s].cost;
    AlignedVector<float> rows(slab.row_size() * static_cast<std::size_t>(slab.height));
    const auto row = [&](int y) { return rows.data() + slab.row_size() * static_cast<std::size_t>(y); };
    for (int y = 0; y < slab.height; ++y) {
      cost.cells(y, {0, slab.width}, slab.levels, row(y));
      show(VolumeStage::raw, s, slab.levels, y, row(y));
    }
    for (const Columns& strip : strips_of(s)) {
      slab.strip = strip;
      const auto stride = static_cast<std::size_t>(slab.stride());
      scales_[s].aggregation->run(slab, source_of(s, slab.levels), [&](int y, const float* cells) {
        std::copy_n(cells, static_cast<std::size_t>(strip.count()) * stride,
                    row(y) + static_cast<std::size_t>(strip.begin) * stride);
      });
    }
    for (int y = 0; y < slab.height; ++y) sink(y, row(y));
  }

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

/// Coarse scales of small images are done before another thread has woken up.
bool worth_threads(const Scale& scale, const std::vector<Levels>& pieces) {
  constexpr int least_cells = 1 << 15;
  const int levels = pieces.back().last() - pieces.front().first + 1;
  return least_cells / levels / scale.cost->width() < scale.cost->height();
}

/// One group, coarse to fine. `finish`, if set, makes what the finest scale needs, on one of the threads that work on
/// the next one.
void run_group(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan::Group& group,
               const Plan& plan, const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink,
               SpareCosts& spare, const std::function<void()>& finish) {
  const Pass pass(scales, options, observe, time);
  const std::vector<std::vector<Levels>> pieces = pieces_of(group, plan);
  // K_(s+1), once for each piece of scale s: what a piece reads then lies together.
  std::vector<CoarseCosts> coarse;
  const auto run_scale = [&](std::size_t s, const auto& take, const std::function<void()>& piece_done) {
    const std::vector<Task> tasks = pass.tasks(s, pieces[s]);
    std::vector<std::atomic<int>> left(pieces[s].size());  // tasks of each piece
    for (const Task& task : tasks) ++left[task.piece];
    std::atomic<std::size_t> taken = 0;
    const auto next = [&]() -> const Task* {
      const std::size_t i = taken++;
      return i < tasks.size() ? &tasks[i] : nullptr;
    };
    const auto done = [&](const Task& task) {
      if (--left[task.piece] == 0) piece_done();
    };
    const bool also_finish = finish && s == 1;
    const int useful = worth_threads(scales[s], pieces[s]) ? static_cast<int>(tasks.size()) : 1;
    const int workers = std::min(plan.in_flight, useful + (also_finish ? 1 : 0));
    parallel_for(workers, workers, [&](int worker) {
      if (worker == 0 && also_finish) finish();
      pass.run(s, coarse, next, take, done);
    });
  };
  for (std::size_t s = scales.size() - 1; s > 0; --s) {
    std::vector<CoarseCosts> result;
    for (const Levels& finer : pieces[s - 1]) {
      result.push_back(spare.make(scales[s].cost->width(), scales[s].cost->height(), coarser(finer)));
    }
    run_scale(
        s,
        [&](const Task& task, int y, const BlendedCells& cells, AlignedVector<float>& room) {
          pass.blended(y, cells, room, [&](Columns columns, const float* row) {
            for (CoarseCosts& costs : result) costs.take(y, columns, task.levels, row);
          });
        },
        [] {});
    spare.keep(std::exchange(coarse, std::move(result)));
  }
  run_scale(
      0,
      [&](const Task& task, int y, const BlendedCells& cells, AlignedVector<float>& room) {
        const Plan::Slab& slab = group.slabs[task.piece];
        if (sink.blended && !observe) {
          const auto lap = time.lap(&Timings::select, y);
          return sink.blended(y, slab, cells);
        }
        pass.blended(y, cells, room, [&](Columns columns, const float* row) {
          pass.show(VolumeStage::combined, 0, task.levels, y, row);
          const auto lap = time.lap(&Timings::select, y);
          sink.costs(y, columns, slab, row);
        });
      },
      sink.done);
  spare.keep(std::move(coarse));
}

}  // namespace

void run_groups(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan& plan,
                const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink,
                const std::function<void()>& finish) {
  if (scales.front().integer) return run_whole_groups(scales, options, plan, observe, time, sink);
  SpareCosts spare;
  for (const Plan::Group& group : plan.groups) {
    const bool first = &group == &plan.groups.front();
    run_group(scales, options, group, plan, observe, time, sink, spare, first ? finish : nullptr);
  }
}

}  // namespace csca
