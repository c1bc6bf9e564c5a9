// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include <memory>

namespace csca {

/// Results on their way, some rows at a time.
class RowFlow : public Pooled {
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

/// A slab's rows on their way through a method that takes one at a time, from the first on.
class RowSteps : public Pooled {
 public:
  virtual ~RowSteps() = default;

  /// One step on, with the next row of costs from the image's first column on, or none behind the last row. In the
  /// first steps no results come, in the last ones those that are left. Row y of the results goes to at(y).
  virtual void advance(const float* costs, const std::function<float*(int y)>& at) = 0;
  virtual bool ended() const = 0;
};

/// A method that takes row by row the costs of a slab's strip, which others can then share.
class RowByRow : public Aggregation {
 public:
  virtual std::unique_ptr<RowSteps> steps(const Slab& slab) const = 0;
};

/// A method that holds a slab: it takes each row of costs once, from the first on and from left to right, and has all
/// of them before it shows a result.
class HoldsSlab : public Aggregation {};

/// Rows that so many threads make at once.
constexpr int rows_at_once(int threads) { return threads == 1 ? 1 : 2 * threads; }

/// Rows of a coarse scale that have to stay for a finer one: those made at once, and the two that it reads.
constexpr int rows_kept(int threads) { return rows_at_once(threads) + 2; }

}  // namespace csca
