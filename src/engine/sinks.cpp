// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "engine/sinks.hpp"

#include "select/doubt.hpp"

#include <algorithm>

namespace csca {
namespace {

/// Sinks that look at costs one by one need them as such.
void add_as_costs(CostSink& sink, int y, const LevelSpan& slab, const BlendedCells& cells,
                  AlignedVector<float>& scratch) {
  for_blended(cells, scratch, [&](Columns columns, const float* costs) { sink.add_costs(y, columns, slab, costs); });
}

int competing_levels(const Schedule& schedule) {
  int count = 0;
  for (const Group& group : schedule.groups) {
    for (const LevelSpan& slab : group.slabs) count += slab.competing.count;
  }
  return count;
}

}  // namespace

void hand_over(Selection&& selection, Result& result) {
  result.disparity = std::move(selection.disparity);
  result.right_disparity = std::move(selection.right_diagonal);
  result.confidence = std::move(selection.confidence);
  result.planes = std::move(selection.planes);
  result.plane = std::move(selection.plane);
}

void tell_lead(Selection& selection, const SelectOptions& options) {
  if (selection.rival.empty()) return;
  const Plane<float> lead = lead_over(selection.rival, selection.cost);
  if (options.uniqueness > 0) selection.lead = lead;
  if (options.confidence == Confidence::peak_ratio) selection.confidence = lead;
}

WinnerSink::WinnerSink(const Run& run)
    : options_(run.options.select),
      threads_(run.plan.threads()),
      keeps_cost_(run.options.planes.asked_for()),
      wanted_(run.wanted),
      winner_(run.plan.width, run.plan.height,
              {.neighbours = options_.subpixel != Subpixel::none, .runners_up = needs_runners_up(options_)},
              run.plan.range, run.plan.threads()) {
  if (options_.right == RightView::diagonal) right_.emplace(run.plan.width, run.plan.height, run.plan.threads());
}

void WinnerSink::add_costs(int y, Columns columns, const LevelSpan& slab, const float* cells) {
  winner_.add(y, columns, slab.competing, slab.computed, cells);
  if (right_) right_->add(y, columns, slab.competing, slab.computed, cells);
}

void WinnerSink::add_blended(int y, const LevelSpan& slab, const BlendedCells& cells, AlignedVector<float>& scratch) {
  if (right_) return add_as_costs(*this, y, slab, cells, scratch);
  if (!wanted_) return winner_.add(y, slab.competing, slab.computed, cells);
  if (y < wanted_->top || y >= wanted_->bottom) return;
  // The same columns in all rows, as the table asks for.
  const Columns columns{std::max(wanted_->columns.begin, cells.columns.begin),
                        std::min(wanted_->columns.end, cells.columns.end)};
  if (columns.begin < columns.end) winner_.add(y, slab.competing, slab.computed, cells.part(columns));
}

CostSink::Whole WinnerSink::whole_numbers() const {
  const bool all = right_ || options_.subpixel != Subpixel::none || winner_.keeps_runners_up();
  return all ? Whole::all : Whole::lowest;
}

void WinnerSink::add_whole(int y, const WholeRow& row) {
  winner_.add(y, row);
  if (right_) right_->add(y, row);
}

Selection WinnerSink::selection() const {
  Selection result;
  result.disparity = winner_.disparity(options_.subpixel, threads_);
  if (right_) result.right_diagonal = right_->disparity();
  if (options_.confidence == Confidence::peak_ratio) result.confidence = winner_.peak_ratio();
  if (keeps_cost_) {
    result.cost = winner_.lowest_cost();
    result.plane = Plane<std::uint8_t>(result.cost.width(), result.cost.height());
    if (right_) result.right_cost = right_->lowest_cost();
    if (needs_runners_up(options_)) result.rival = winner_.rival_cost();
  }
  if (options_.uniqueness > 0) result.lead = winner_.peak_ratio();
  return result;
}

RivalsSink::RivalsSink(const Plane<float>& lowest_cost, const Plan& plan)
    : ambiguity_(lowest_cost, competing_levels(plan.schedule)) {}

void RivalsSink::add_costs(int y, Columns columns, const LevelSpan& slab, const float* cells) {
  ambiguity_.add(y, columns, slab.competing, slab.computed, cells);
}

void RivalsSink::add_blended(int y, const LevelSpan& slab, const BlendedCells& cells, AlignedVector<float>& scratch) {
  add_as_costs(*this, y, slab, cells, scratch);
}

Plane<float> look_for_rivals(Engine& engine, const WinnerSink& winner, const Run& run) {
  if (run.options.select.confidence != Confidence::ambiguity) return {};
  RivalsSink rivals(winner.lowest_cost(), run.plan);
  engine.run(rivals);
  return rivals.confidence();
}

}  // namespace csca
