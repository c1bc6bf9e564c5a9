// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "whole_pass.hpp"

#include <csca/scale.hpp>

#include "core/parallel.hpp"
#include "cost/integer_kernels.hpp"
#include "whole_box.hpp"

#include <algorithm>
#include <atomic>
#include <memory>

namespace csca {
namespace {

constexpr int strip = 288;  // columns whose rings of costs stay in the second cache

/// What all tasks of a pass read.
struct Pass {
  const std::vector<Scale>& scales;
  const ScaleOptions& options;
  const VolumeObserver& observe;
  Stopwatch& time;

  /// Shows a whole row to the observer, as costs of which a whole number of 1 is `unit`.
  void show(VolumeStage stage, std::size_t s, Levels levels, int y, const std::uint16_t* row, std::size_t cells,
            float unit) const {
    AlignedVector<float> costs(cells);
    to_costs(row, cells, unit, costs.data());
    observe(stage, static_cast<int>(s), levels, y, costs.data());
  }
};

/// K_s = w_s C_s + up(K_(s+1)) for some levels and columns, row by row from the first on.
class ScaleRows {
 public:
  ScaleRows(const Pass& pass, std::size_t s, Levels levels, Columns columns)
      : pass_(pass),
        s_(s),
        levels_(levels),
        columns_(columns),
        box_(*scale().cost, *scale().integer, levels, columns),
        linear_(pass.options.space_map == Interpolation::linear) {
    if (s + 1 == pass.scales.size()) return;
    const int width = pass.scales[s + 1].cost->width();
    coarser_ = std::make_unique<ScaleRows>(pass, s + 1, coarser(levels),
                                           Columns{columns.begin / 2, std::min(columns.end / 2 + 1, width)});
    for (AlignedVector<std::uint16_t>& row : coarser_->rows_) row.assign(coarser_->box_.row_size(), 0);
  }

  /// Moves on to row y.
  void advance(int y) {
    if (pass_.observe) show_costs(y);
    {
      const auto lap = pass_.time.lap(&Timings::cost, y);
      box_.advance(y);
    }
    if (pass_.observe) show_aggregated(y);
    if (coarser_) under_ = coarser_->under(y, levels_);
  }

  /// The row that this is at, Volume::stride_for(levels.count) cells a pixel; `row` has room for box().row_size().
  void costs(std::uint16_t* row) const { box_.costs(under_, row); }

  /// As WholeBox::lowest.
  template <class Use>
  void lowest(Levels compete, const Use& use) {
    box_.lowest(under_, compete, use);
  }

  const WholeBox& box() const { return box_; }

 private:
  const Scale& scale() const { return pass_.scales[s_]; }

  /// What row y of the finer scale reads.
  CoarseRow under(int y, Levels fine) {
    const std::uint16_t* row = at(y / 2);
    const int below = std::min(y / 2 + 1, scale().cost->height() - 1);
    return {.row = row,
            .other = linear_ && y % 2 == 1 ? at(below) : nullptr,
            .columns = columns_,
            .stride = Volume::stride_for(levels_.count),
            .levels = {fine.first & 1, pass_.options.level_map == Interpolation::linear},
            .linear = linear_};
  }

  /// Row y, one of the last two that were asked for.
  const std::uint16_t* at(int y) {
    for (; made_ <= y; ++made_) {
      advance(made_);
      costs(rows_[made_ % 2].data());
    }
    return rows_[y % 2].data();
  }

  std::size_t cells() const {
    return static_cast<std::size_t>(columns_.count()) * static_cast<std::size_t>(Volume::stride_for(levels_.count));
  }

  void show_costs(int y) const {
    AlignedVector<std::uint16_t> row(cells());
    scale().cost->cells(y, columns_, levels_, row.data());
    pass_.show(VolumeStage::raw, s_, levels_, y, row.data(), cells(), scale().cost->unit());
  }

  void show_aggregated(int y) const {
    AlignedVector<std::uint16_t> row(box_.row_size());
    box_.costs({}, row.data());
    pass_.show(VolumeStage::aggregated, s_, levels_, y, row.data(), cells(), scale().whole / scale().weight);
  }

  const Pass& pass_;
  std::size_t s_;
  Levels levels_;
  Columns columns_;
  WholeBox box_;
  bool linear_;  // in space
  CoarseRow under_;
  std::unique_ptr<ScaleRows> coarser_;
  int made_ = 0;
  AlignedVector<std::uint16_t> rows_[2];  // of a coarser scale, the last two
};

void run_task(const Pass& pass, const Plan::Slab& slab, Columns columns, const SlabSink& sink) {
  const auto outer = pass.time.lap(&Timings::aggregate);
  ScaleRows rows(pass, 0, slab.computed, columns);
  const bool winners = sink.lowest && !pass.observe;
  AlignedVector<std::uint16_t> row(winners ? 0 : rows.box().row_size());
  AlignedVector<float> costs(row.size());
  const float unit = pass.scales.front().whole;
  for (int y = 0; y < pass.scales.front().cost->height(); ++y) {
    rows.advance(y);
    if (winners) {
      rows.lowest(slab.compete, [&](int first, const std::uint16_t* lowest, const std::uint16_t* cells) {
        const auto lap = pass.time.lap(&Timings::select, y);
        sink.lowest(y, columns, first, lowest, cells);
      });
      continue;
    }
    rows.costs(row.data());
    to_costs(row.data(), row.size(), unit, costs.data());
    if (pass.observe) pass.observe(VolumeStage::combined, 0, slab.computed, y, costs.data());
    const auto lap = pass.time.lap(&Timings::select, y);
    sink.costs(y, columns, slab, costs.data());
  }
}

}  // namespace

std::vector<Columns> whole_strips(int width) { return strips(width, strip); }

void run_whole_groups(const std::vector<Scale>& scales, const ScaleOptions& options, const Plan& plan,
                      const VolumeObserver& observe, Stopwatch& time, const SlabSink& sink) {
  const Pass pass{scales, options, observe, time};
  const int width = scales.front().cost->width();
  const std::vector<Columns> columns = observe ? strips(width, 0) : whole_strips(width);  // observers see whole rows
  for (const Plan::Group& group : plan.groups) {
    const std::size_t slabs = group.slabs.size();
    std::vector<std::atomic<std::size_t>> done(slabs);  // tasks of each slab
    parallel_for(plan.in_flight, static_cast<int>(slabs * columns.size()), [&](int i) {
      const std::size_t slab = static_cast<std::size_t>(i) / columns.size();
      run_task(pass, group.slabs[slab], columns[static_cast<std::size_t>(i) % columns.size()], sink);
      if (++done[slab] == columns.size()) sink.done();
    });
  }
}

std::size_t whole_task_bytes(const BoxOptions& options, int width, int levels, int scales) {
  std::size_t bytes = 0;
  int columns = std::min(width, strip + strip / 2);
  for (int s = 0; s < scales; ++s) {
    bytes += WholeBox::bytes(options, columns, levels);
    columns = columns / 2 + 1;
    levels = levels / 2 + 1;
  }
  return bytes;
}

}  // namespace csca
