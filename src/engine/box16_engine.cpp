// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>
#include <csca/scale.hpp>

#include "aggregate/box.hpp"
#include "box16/box_rows.hpp"
#include "box16/strips.hpp"
#include "core/parallel.hpp"
#include "cost/integer_kernels.hpp"
#include "engine/engine.hpp"
#include "engine/free_memory.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

namespace csca {
namespace {

/// What one scale contributes to every task.
struct Scale {
  std::unique_ptr<CostSource> cost;
  IntegerBox box;  // with the scale's weight
};

/// K_s = w_s C_s + up(K_(s+1)) for some levels and columns, row by row from the first on.
class ScaleRows : public Pooled {
 public:
  ScaleRows(const PooledVector<Scale>& scales, const Run& run, std::size_t s, Levels levels, Columns columns)
      : run_(run),
        scale_(scales[s]),
        levels_(levels),
        columns_(columns),
        box_(*scale_.cost, scale_.box, levels, columns) {
    if (s + 1 == scales.size()) return;
    const int width = scales[s + 1].cost->width();
    coarser_ = std::make_unique<ScaleRows>(scales, run, s + 1, coarser(levels),
                                           Columns{columns.begin / 2, std::min(columns.end / 2 + 1, width)});
    for (AlignedVector<std::uint16_t>& row : coarser_->rows_) row.assign(coarser_->box_.row_size(), 0);
  }

  /// Moves on to row y.
  void advance(int y) {
    {
      const ScopedTimer timer = run_.clock.time_row(&Timings::cost, y);
      box_.advance(y);
    }
    if (coarser_) under_ = coarser_->under(y, levels_);
  }

  /// The row that this is at, Volume::stride_for(levels.count) cells a pixel; `row` has room for row_size().
  void costs(std::uint16_t* row) const { box_.costs(under_, row); }
  std::size_t row_size() const { return box_.row_size(); }

  /// As BoxRows::lowest.
  WholeRow lowest(Levels competing, std::uint16_t* row) { return box_.lowest(under_, competing, row); }

 private:
  /// What row y of the finer scale reads.
  CoarseRow under(int y, Levels fine) {
    const ScaleOptions& maps = run_.options.scale;
    const bool linear = maps.space_map == Interpolation::linear;
    const std::uint16_t* row = at(y / 2);
    const int below = std::min(y / 2 + 1, scale_.cost->height() - 1);
    return {.row = row,
            .other = linear && y % 2 == 1 ? at(below) : nullptr,
            .columns = columns_,
            .stride = Volume::stride_for(levels_.count),
            .levels = {fine.first & 1, maps.level_map == Interpolation::linear},
            .linear = linear};
  }

  /// Row y, one of the last two that were asked for.
  const std::uint16_t* at(int y) {
    for (; made_ <= y; ++made_) {
      advance(made_);
      costs(rows_[made_ % 2].data());
    }
    return rows_[y % 2].data();
  }

  const Run& run_;
  const Scale& scale_;
  Levels levels_;
  Columns columns_;
  BoxRows box_;
  CoarseRow under_;
  std::unique_ptr<ScaleRows> coarser_;
  int made_ = 0;
  AlignedVector<std::uint16_t> rows_[2];  // of a coarser scale, the last two
};

/// The box filter on costs of 16 bits. It needs few rows of each scale at a time: scales run side by side, a row of a
/// coarser one is made when a finer one first reads it, and no scale is stored. Tasks, a strip of columns of a slab
/// each, share nothing.
class Box16Engine final : public Engine {
 public:
  Box16Engine(ScaledView view, const Run& run) : run_(run), scales_(make_scales(view, run)) {
    drop_guides(view.lefts, run.plan);
    view.rights.clear();
    if (run.plan.schedule.save_memory) return_free_memory();
  }

  void run(CostSink& sink) override {
    const PooledVector<Columns> columns = box16_strips(run_.plan.width);
    for (const Group& group : run_.plan.schedule.groups) {
      const std::size_t slabs = group.slabs.size();
      std::atomic<std::size_t> done = 0;
      // Strip by strip: what a sink keeps of a strip's slabs until they meet is then little.
      parallel_for(run_.plan.schedule.parallel_slabs, static_cast<int>(slabs * columns.size()), [&](int i) {
        const auto task = static_cast<std::size_t>(i);
        run_task(group.slabs[task % slabs], columns[task / slabs], sink);
        if (++done % columns.size() == 0) run_.progress.slab_done();  // as many times as there are slabs
      });
    }
  }

 private:
  static PooledVector<Scale> make_scales(ScaledView& view, const Run& run) {
    PooledVector<Scale> scales;
    for (const double weight : run.plan.weights) scales.push_back({nullptr, {run.options.aggregate.box, weight}});
    // One after the other: each is made on all threads, and a loop around these loops would keep threads from them.
    for (int s = 0; s < run.plan.scales(); ++s) {
      scales[s].cost = make_source(s, view.lefts[s], std::move(view.rights[s]), run);
      view.rights[s] = {};
    }
    return scales;
  }

  void run_task(const LevelSpan& slab, Columns columns, CostSink& sink) const {
    const ScopedTimer outer = run_.clock.time(&Timings::aggregate);
    ScaleRows rows(scales_, run_, 0, slab.computed, columns);
    const CostSink::Whole whole = sink.whole_numbers();
    AlignedVector<std::uint16_t> row(whole == CostSink::Whole::lowest ? 0 : rows.row_size());
    AlignedVector<float> costs(whole == CostSink::Whole::as_floats ? row.size() : 0);
    const float unit = run_.plan.integer->unit * IntegerBox::unit(run_.options.aggregate.box);
    for (int y = 0; y < run_.plan.height; ++y) {
      run_.progress.check();
      rows.advance(y);
      if (whole != CostSink::Whole::as_floats) {
        WholeRow found = rows.lowest(slab.competing, row.empty() ? nullptr : row.data());
        found.unit = unit;
        const ScopedTimer timer = run_.clock.time_row(&Timings::select, y);
        sink.add_whole(y, found);
        continue;
      }
      rows.costs(row.data());
      to_costs(row.data(), row.size(), unit, costs.data());
      const ScopedTimer timer = run_.clock.time_row(&Timings::select, y);
      sink.add_costs(y, columns, slab, costs.data());
    }
  }

  const Run& run_;
  PooledVector<Scale> scales_;
};

}  // namespace

std::unique_ptr<Engine> make_box16_engine(ScaledView view, const Run& run) {
  return std::make_unique<Box16Engine>(std::move(view), run);
}

}  // namespace csca
