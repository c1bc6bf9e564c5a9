// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>
#include <vector>

namespace csca {

/// What threads did and when, while it lives: for pictures (bench/thread_trace). Nobody else makes one.
class ThreadTrace {
 public:
  using Clock = std::chrono::steady_clock;
  struct Span {
    std::thread::id thread;
    const char* label;
    Clock::time_point begin;
    Clock::time_point end;
  };

  ThreadTrace() { active = this; }
  ~ThreadTrace() { active = nullptr; }
  ThreadTrace(const ThreadTrace&) = delete;
  ThreadTrace& operator=(const ThreadTrace&) = delete;

  void add(const char* label, Clock::time_point begin, Clock::time_point end) {
    const std::scoped_lock lock(mutex_);
    spans_.push_back({std::this_thread::get_id(), label, begin, end});
  }
  /// Once all threads are done.
  const std::vector<Span>& spans() const { return spans_; }

  inline static std::atomic<ThreadTrace*> active = nullptr;

 private:
  std::mutex mutex_;
  std::vector<Span> spans_;
};

}  // namespace csca
