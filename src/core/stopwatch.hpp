// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <chrono>
#include <mutex>

namespace csca {

/// Adds up the time of a pipeline's steps, from all threads. A lap inside a lap stops the outer one meanwhile.
class Stopwatch {
 public:
  class Lap;

  Lap lap(double Timings::*step);

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
  Lap(Stopwatch& watch, double Timings::*step) : watch_(watch), step_(step), outer_(running) { running = this; }
  Lap(const Lap&) = delete;
  Lap& operator=(const Lap&) = delete;
  ~Lap() {
    const Clock::duration time = Clock::now() - start_;
    watch_.add(step_, time - inner_);
    if (outer_ != nullptr) outer_->inner_ += time;
    running = outer_;
  }

 private:
  // The lap of this thread that is under way, so that a nested one can report to it.
  inline static thread_local Lap* running = nullptr;

  Stopwatch& watch_;
  double Timings::*step_;
  Lap* outer_;
  Clock::time_point start_ = Clock::now();
  Clock::duration inner_{};
};

inline Stopwatch::Lap Stopwatch::lap(double Timings::*step) { return {*this, step}; }

}  // namespace csca
