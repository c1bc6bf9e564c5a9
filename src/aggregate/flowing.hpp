// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include <memory>

namespace csca {

/// Results on their way, some rows at a time.
class RowFlow {
 public:
  virtual ~RowFlow() = default;

  /// Makes the next rows, at most rows_at_once of them, and shows them. There have to be some left.
  virtual void advance(const RowSink& sink) = 0;
};

/// A method whose rows come from the first on, with few of them kept: several scales of it can run side by side.
class Flowing : public Aggregation {
 public:
  /// `source` outlives the flow.
  virtual std::unique_ptr<RowFlow> flow(const Slab& slab, const RowSource& source) const = 0;
};

/// Rows that so many threads make at once.
constexpr int rows_at_once(int threads) { return threads == 1 ? 1 : 2 * threads; }

/// Rows of a coarse scale that have to stay for a finer one: those made at once, and the two that it reads.
constexpr int rows_kept(int threads) { return rows_at_once(threads) + 2; }

}  // namespace csca
