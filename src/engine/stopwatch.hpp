// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "core/thread_trace.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

namespace csca {

class ScopedTimer;

/// Adds up the time of a match's steps, from all threads.
class Stopwatch {
 public:
  using Clock = std::chrono::steady_clock;
  using Step = double Timings::*;

  /// Times a step until the end of the scope. A timer inside a timer's scope stops the outer one meanwhile.
  ScopedTimer time(Step step);

  /// Times a row's step. Rows are many and short: every 9th one is timed and counts nine times.
  ScopedTimer time_row(Step step, int row);

  static const char* name_of(Step step) {
    return step == &Timings::pyramid     ? "pyramid"
           : step == &Timings::cost      ? "cost"
           : step == &Timings::aggregate ? "aggregate"
           : step == &Timings::combine   ? "combine"
           : step == &Timings::select    ? "select"
                                         : "refine";
  }

  Timings timings() const {
    Timings result = sums_;
    result.total = std::chrono::duration<double>(Clock::now() - start_).count();
    return result;
  }

 private:
  friend class ScopedTimer;

  void add(Step step, Clock::duration time) {
    const std::scoped_lock lock(mutex_);
    sums_.*step += std::chrono::duration<double>(time).count();
  }

  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  Timings sums_;
};

class ScopedTimer {
 public:
  /// `times` is how often the scope counts; 0: it is not timed.
  ScopedTimer(Stopwatch& watch, Stopwatch::Step step, int times = 1)
      : watch_(watch), step_(step), times_(times), outer_(running) {
    if (times_ == 0) return;
    running = this;
    start_ = Stopwatch::Clock::now();
  }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;
  ~ScopedTimer() {
    if (times_ == 0) return;
    const Stopwatch::Clock::time_point end = Stopwatch::Clock::now();
    const Stopwatch::Clock::duration time = times_ * (end - start_);
    if (ThreadTrace* const trace = ThreadTrace::active; trace != nullptr && times_ == 1) {
      trace->add(Stopwatch::name_of(step_), start_, end);
    }
    watch_.add(step_, std::max(time - inner_, Stopwatch::Clock::duration::zero()));
    if (outer_ != nullptr) outer_->inner_ += time;
    running = outer_;
  }

 private:
  // This thread's innermost timer, so that a nested one can report to it.
  inline static thread_local ScopedTimer* running = nullptr;

  Stopwatch& watch_;
  Stopwatch::Step step_;
  int times_;
  ScopedTimer* outer_;
  Stopwatch::Clock::time_point start_{};
  Stopwatch::Clock::duration inner_{};
};

inline ScopedTimer Stopwatch::time(Step step) { return {*this, step}; }

inline ScopedTimer Stopwatch::time_row(Step step, int row) {
  constexpr int every = 9;  // odd: even and odd rows differ
  return {*this, step, row % every == 0 ? every : 0};
}

}  // namespace csca
