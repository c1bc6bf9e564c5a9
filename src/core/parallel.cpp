// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"

#include <algorithm>
#include <mutex>
#include <thread>
#include <vector>

#ifdef CSCA_THREADS_TBB
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <map>
#include <memory>
#else
#include <atomic>
#include <exception>
#endif

namespace csca {

int thread_count(int threads) {
  return threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

#ifdef CSCA_THREADS_TBB

namespace {

/// An arena for one loop, taken from those that earlier loops left. Version 2021.8 of oneTBB does not free an arena
/// whose workers came late: a new one for each loop would cost a process 1 kB a loop, for ever.
class Arena {
 public:
  explicit Arena(int workers) : workers_(workers) {
    {
      const std::scoped_lock lock(idle().mutex);
      auto& left = idle().by_workers[workers];
      if (!left.empty()) {
        arena_ = std::move(left.back());
        left.pop_back();
      }
    }
    if (!arena_) arena_ = std::make_unique<tbb::task_arena>(workers);
  }
  ~Arena() {
    const std::scoped_lock lock(idle().mutex);
    idle().by_workers[workers_].push_back(std::move(arena_));
  }
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  tbb::task_arena& operator*() const { return *arena_; }

 private:
  struct Idle {
    std::mutex mutex;
    std::map<int, std::vector<std::unique_ptr<tbb::task_arena>>> by_workers;
  };
  // Never destroyed: a loop may run while the process ends.
  static Idle& idle() {
    static auto& all = *new Idle;
    return all;
  }

  int workers_;
  std::unique_ptr<tbb::task_arena> arena_;
};

}  // namespace

void parallel_for(int threads, int count, const std::function<void(int)>& body) {
  // An arena wider than the machine makes oneTBB print a warning, and gains nothing.
  const int workers = std::min({thread_count(threads), count, tbb::info::default_concurrency()});
  if (workers <= 1) {
    for (int i = 0; i < count; ++i) body(i);
    return;
  }
  const Arena arena(workers);
  // Whole iterations only: a body is a slab or a band of rows, and each keeps scratch memory of its own.
  (*arena).execute([&] { tbb::parallel_for(0, count, 1, body, tbb::simple_partitioner()); });
}

#else

void parallel_for(int threads, int count, const std::function<void(int)>& body) {
  const int workers = std::min(thread_count(threads), count);
  std::atomic<int> next = 0;
  std::exception_ptr failure;
  std::mutex failure_lock;
  const auto work = [&] {
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
  std::vector<std::thread> pool;
  for (int i = 1; i < workers; ++i) pool.emplace_back(work);
  work();
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

#endif

}  // namespace csca
