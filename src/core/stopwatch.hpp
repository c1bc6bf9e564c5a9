// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <algorithm>
#include <chrono>
#include <mutex>

namespace csca {

/// Adds up the time of a pipeline's steps, from all threads. A lap inside a lap stops the outer one meanwhile.
class Stopwatch {
 public:
  class Lap;

  Lap lap(double Timings::*step);

  /// A lap of a row's step. Rows are many and short: a few are timed and count for the others.
  Lap lap(double Timings::*step, int row);

  /// Steps that another stopwatch timed.
  void add(const Timings& other) {
    const std::scoped_lock lock(mutex_);
    for (double Timings::*step : {&Timings::pyramid, &Timings::cost, &Timings::aggregate, &Timings::combine,
                                  &Timings::select, &Timings::refine}) {
      sums_.*step += other.*step;
    }
  }

  Timings timings() const {
    Timings result = sums_;
    result.total = std::chrono::duration<double>(Clock::now() - start_).count();
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void add(double Timings::*step, Clock::duration time) {
    const std::scoped_lock lock(mutex_);
    sums_.*step += std::chrono::duration<double>(time).count();
  }

  Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  Timings sums_;
};

class Stopwatch::Lap {
 public:
  Lap(Stopwatch& watch, double Timings::*step, int times = 1)
      : watch_(watch), step_(step), times_(times), outer_(running) {
    if (times_ == 0) return;
    running = this;
    start_ = Clock::now();
  }
  Lap(const Lap&) = delete;
  Lap& operator=(const Lap&) = delete;
  ~Lap() {
    if (times_ == 0) return;
    const Clock::duration time = times_ * (Clock::now() - start_);
    watch_.add(step_, std::max(time - inner_, Clock::duration::zero()));
    if (outer_ != nullptr) outer_->inner_ += time;
    running = outer_;
  }

 private:
  // The lap of this thread that is under way, so that a nested one can report to it.
  inline static thread_local Lap* running = nullptr;

  Stopwatch& watch_;
  double Timings::*step_;
  int times_;  // that it counts, or none
  Lap* outer_;
  Clock::time_point start_{};
  Clock::duration inner_{};
};

inline Stopwatch::Lap Stopwatch::lap(double Timings::*step) { return {*this, step}; }

inline Stopwatch::Lap Stopwatch::lap(double Timings::*step, int row) {
  constexpr int every = 9;  // odd: even and odd rows differ
  return {*this, step, row % every == 0 ? every : 0};
}

}  // namespace csca
