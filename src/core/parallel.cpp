// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"

#include "core/thread_trace.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

#ifdef CSCA_THREADS_TBB
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <latch>
#include <list>
#include <map>
#include <new>
#endif

namespace csca {

int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

namespace {

/// Up to `wanted` threads that run `work`, fewer where no more can be made. They are joined in the end.
class Threads {
 public:
  template <class Work>
  Threads(int wanted, const Work& work) {
    try {
      threads_.reserve(wanted);
      while (count() < wanted) threads_.emplace_back(work);
    } catch (const std::exception&) {  // a limit of the system, or no memory: those that there are have to do
    }
  }
  ~Threads() {
    for (std::thread& thread : threads_) thread.join();
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  int count() const { return static_cast<int>(threads_.size()); }

 private:
  std::vector<std::thread> threads_;
};

/// A thread's part of a loop, for whoever looks.
class LoopSpan {
 public:
  LoopSpan() {
    if (ThreadTrace::active != nullptr) begin_ = ThreadTrace::Clock::now();
  }
  ~LoopSpan() {
    ThreadTrace* const trace = ThreadTrace::active;
    if (trace != nullptr) trace->add("loop", begin_, ThreadTrace::Clock::now());
  }
  LoopSpan(const LoopSpan&) = delete;
  LoopSpan& operator=(const LoopSpan&) = delete;

 private:
  ThreadTrace::Clock::time_point begin_{};
};

// most_workers() is how many threads a loop may have. run_on(workers, work) calls `work`, which never throws, on as
// many threads, this one among them.

#ifdef CSCA_THREADS_TBB

/// An arena for one loop, taken from those that earlier loops left. Version 2021.8 of oneTBB does not free an arena
/// whose workers came late: a new one for each loop would cost a process 1 kB a loop, for ever.
class Arena {
 public:
  explicit Arena(int workers) {
    {
      const std::scoped_lock lock(idle().mutex);
      left_ = &idle().by_workers[workers];
      if (!left_->empty()) arena_.splice(arena_.begin(), *left_, left_->begin());
    }
    if (arena_.empty()) arena_.emplace_back(workers);
  }
  ~Arena() {
    const std::scoped_lock lock(idle().mutex);
    left_->splice(left_->begin(), arena_);  // needs no memory, so it cannot fail
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  tbb::task_arena& operator*() { return arena_.front(); }

 private:
  using Arenas = std::list<tbb::task_arena>;
  struct Idle {
    std::mutex mutex;
    std::map<int, Arenas> by_workers;
  };
  // Never destroyed: a loop may run while the process ends.
  static Idle& idle() {
    static auto& all = *new Idle;
    return all;
  }

  Arenas* left_ = nullptr;  // by earlier loops with as many workers
  Arenas arena_;            // one
};

/// No more than the machine has: oneTBB would print a warning. And no more than can be made: one of its workers that
/// fails to make another ends the process, so that is tried beforehand, once.
int most_workers() {
  static const int most = [] {
    const int wanted = tbb::info::default_concurrency();
    std::latch all_are_there(1);
    const Threads tried(wanted - 1, [&] { all_are_there.wait(); });
    all_are_there.count_down();
    const int found = 1 + tried.count();
    // For ever, and not on the heap, where it would look like a leak.
    alignas(tbb::global_control) static std::byte limit[sizeof(tbb::global_control)];
    if (found < wanted) new (limit) tbb::global_control(tbb::global_control::max_allowed_parallelism, found);
    return found;
  }();
  return most;
}

template <class Work>
void run_on(int workers, const Work& work) {
  Arena arena(workers);
  (*arena).execute([&] {
    tbb::parallel_for(
        0, workers, 1, [&](int) { work(); }, tbb::simple_partitioner());
  });
}

#else

int most_workers() { return std::numeric_limits<int>::max(); }

template <class Work>
void run_on(int workers, const Work& work) {
  const Threads others(workers - 1, work);
  work();
}

#endif

}  // namespace

int working_threads(int threads) {
  const int count = thread_count(threads);
  return count > 1 ? std::min(count, most_workers()) : count;
}

void run_parallel(int threads, int count, const std::function<void(int)>& body) {
  const int workers = count > 1 ? std::min(working_threads(threads), count) : count;
  if (workers <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<int> next = 0;
  std::exception_ptr failure;
  std::mutex failure_lock;
  const auto work = [&] {
    const LoopSpan span;
    for (int i = next++; i < count; i = next++) {
      try {
        body(i);
      } catch (...) {
        const std::scoped_lock lock(failure_lock);
        if (!failure) failure = std::current_exception();
        next = count;
      }
    }
  };
  try {
    run_on(workers, work);
  } catch (...) {  // for want of memory, or of a thread after all: this thread does the rest
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace csca
