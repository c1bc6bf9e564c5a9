// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/error.hpp>
#include <csca/match.hpp>

#include "cost/integer_cost.hpp"
#include "engine/stopwatch.hpp"
#include "plan/plan.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>

namespace csca {

/// Tells the caller how far a match is, and the match whether the caller still wants it.
class Progress {
 public:
  Progress(const Hooks& hooks, std::size_t slabs) : hooks_(hooks), slabs_(slabs) {}

  void slab_done() {
    const std::scoped_lock lock(mutex_);
    ++done_;
    if (hooks_.progress) hooks_.progress(std::min(1.0, static_cast<double>(done_) / static_cast<double>(slabs_)));
  }

  /// Throws Error of kind `cancelled` when the caller asked to stop. Cheap enough for each row.
  void check() const {
    if (hooks_.stop.stop_requested()) throw Error("the match was cancelled", ErrorKind::cancelled);
  }

 private:
  const Hooks& hooks_;
  std::size_t slabs_;  // of all passes
  std::size_t done_ = 0;
  std::mutex mutex_;
};

/// A part of an image: rows [top, bottom) of some columns.
struct Rectangle {
  Columns columns;
  int top;
  int bottom;
};

/// What the costs of each scale read of the left image, finest first: passes over one view share it.
using LeftFeatures = PooledVector<std::shared_ptr<const IntegerFeatures>>;

/// One match, or one pass of it, while it runs.
struct Run {
  const Plan& plan;
  const Options& options;
  const Hooks& hooks;
  Stopwatch& clock;
  Progress& progress;
  LeftFeatures* left_features = nullptr;  ///< the first pass leaves them here; none: there is one pass
  std::optional<Rectangle> wanted = {};   ///< where winners will be read; none: everywhere
};

}  // namespace csca
