// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost_sink.hpp"
#include "engine/engine.hpp"
#include "engine/run.hpp"
#include "select/ambiguity.hpp"
#include "select/diagonal.hpp"
#include "select/winner_table.hpp"

#include <optional>

namespace csca {

/// What the winner-take-all of one view leaves.
struct Selection {
  Plane<float> disparity;
  Plane<float> right_diagonal;             ///< the right view's, read from the left one's costs; empty unless asked for
  Plane<float> lead;                       ///< the peak ratio, where a least one is asked for
  Plane<float> cost;                       ///< the winner's, where planes compete
  Plane<float> right_cost;                 ///< of right_diagonal's winners, where planes compete
  Plane<float> rival;                      ///< the lowest cost not beside the winner's, where planes and a lead matter
  PooledVector<SlantedPlane> planes = {};  ///< that competed
  Plane<std::uint8_t> plane;  ///< the number of the plane that won, 0 for levels of the range; where planes compete
  Plane<float> confidence;    ///< empty unless asked for, or not to be had from one view
};

/// Moves the maps that a caller sees.
void hand_over(Selection&& selection, Result& result);

/// The lead over rivals, as the options ask for it: once more, when winners and rivals have changed.
void tell_lead(Selection& selection, const SelectOptions& options);

/// Winner-take-all (Eq. 5) in the left view and, where it is asked for, along the right view's diagonals. Several
/// engines may run into one of these.
class WinnerSink final : public CostSink {
 public:
  explicit WinnerSink(const Run& run);

  void add_costs(int y, Columns columns, const LevelSpan& slab, const float* cells) override;
  void add_blended(int y, const LevelSpan& slab, const BlendedCells& cells, AlignedVector<float>& scratch) override;
  Whole whole_numbers() const override;
  void add_whole(int y, const WholeRow& row) override;

  const Plane<float>& lowest_cost() const { return winner_.lowest_cost(); }
  Selection selection() const;

 private:
  SelectOptions options_;
  int threads_;
  bool keeps_cost_;
  std::optional<Rectangle> wanted_;
  WinnerTable winner_;
  std::optional<DiagonalWinner> right_;
};

/// Counts the levels that come near a winner's cost, for the confidence `ambiguity`. Needs these costs first, and so a
/// run of its own.
class RivalsSink final : public CostSink {
 public:
  RivalsSink(const Plane<float>& lowest_cost, const Plan& plan);

  void add_costs(int y, Columns columns, const LevelSpan& slab, const float* cells) override;
  void add_blended(int y, const LevelSpan& slab, const BlendedCells& cells, AlignedVector<float>& scratch) override;

  Plane<float> confidence() const { return ambiguity_.confidence(); }

 private:
  Ambiguity ambiguity_;
};

/// The confidence `ambiguity` by a second look at all costs; empty where it is not asked for.
Plane<float> look_for_rivals(Engine& engine, const WinnerSink& winner, const Run& run);

}  // namespace csca
