// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>

namespace csca::app::studio {

/// Work that has to wait its turn: one job at a time, so that memory is that of one match and threads are not shared.
/// An owner, such as one view of one tab, has one job: a newer one ends it, waiting or running.
class Jobs {
 public:
  explicit Jobs(std::size_t most_waiting) : most_waiting_(most_waiting) {}

  enum class Turn { last, first };  ///< what takes milliseconds goes ahead of what takes seconds

  /// Does the work on the caller's thread. Throws Error of kind `cancelled` for a job that a newer one replaced, and
  /// Busy when too many wait.
  void run(const std::string& owner, Turn turn, const std::function<void(std::stop_token)>& work);

  struct Busy {};

 private:
  struct Job {
    std::string owner;
    Turn turn;
    std::stop_source stop = {};
    bool running = false;
  };

  std::size_t most_waiting_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::list<Job> jobs_;  // in the order of their turns; the first one runs
};

}  // namespace csca::app::studio
