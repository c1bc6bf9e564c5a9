// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/pool.hpp"

#include "batch/log.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <list>
#include <map>
#include <vector>

namespace csca::app {
namespace {

/// A process and how far it is.
struct Worker {
  enum class State { loading, waiting, matching };

  std::size_t unit;
  Process process;
  State state = State::loading;
  int threads = 1;
  std::size_t held = 0;                // by what it has read
  std::size_t memory = 0;              // that it holds while it matches
  std::size_t memory_all_threads = 0;  // that it would hold with all of them
  Json record = {};
};

class Pool {
 public:
  Pool(const PoolLimits& limits, std::size_t count, const std::function<Process(std::size_t)>& start)
      : limits_(limits), count_(count), start_(start) {}

  bool idle() const { return workers_.empty(); }

  /// As many as keep all threads busy, and one that reads ahead.
  void start_more() {
    while (!stopped_ && pairs_to_start() > 0) {
      const std::size_t preparing = number_of(Worker::State::loading) + number_of(Worker::State::waiting);
      const bool threads_free = used_threads() + static_cast<int>(preparing) < limits_.threads;
      if (!threads_free && preparing > 0) return;
      const std::size_t unit = again_.empty() ? next_++ : again_.back();
      if (!again_.empty()) again_.pop_back();
      workers_.push_back({unit, start_(unit)});
    }
  }

  /// Lets those match that there is room for; the first of all in any case.
  void admit() {
    for (Worker& worker : workers_) {
      if (worker.state != Worker::State::waiting) continue;
      const bool alone = number_of(Worker::State::matching) == 0;
      const std::size_t left = pairs_to_start() + workers_.size();
      const int wished = threads_for_pair(limits_, worker.memory, left);
      const int free_threads = limits_.threads - used_threads();
      const std::size_t free_memory = limits_.memory - std::min(limits_.memory, memory_beside(worker));
      if (!alone && (free_threads < 1 || worker.memory > free_memory)) continue;
      worker.threads = std::clamp(wished, 1, std::max(1, free_threads));
      if (worker.threads > 1 && worker.memory_all_threads > free_memory) worker.threads = 1;
      if (worker.threads > 1) worker.memory = worker.memory_all_threads;
      worker.state = Worker::State::matching;
      worker.process.send(fmt::format("{}\n", worker.threads));
    }
  }

  /// Waits until processes say something. Returns those that have ended.
  std::vector<Worker> listen() {
    std::vector<pollfd> files;
    for (const Worker& worker : workers_) files.push_back({worker.process.output(), POLLIN, 0});
    ::poll(files.data(), files.size(), -1);
    std::vector<Worker> ended;
    auto file = files.begin();
    for (auto worker = workers_.begin(); worker != workers_.end(); ++file) {
      if (file->revents == 0 || hear(*worker)) {
        ++worker;
        continue;
      }
      ended.push_back(std::move(*worker));
      worker = workers_.erase(worker);
    }
    return ended;
  }

  void try_again(std::size_t unit) { again_.push_back(unit); }

  void stop() {
    stopped_ = true;
    for (const Worker& worker : workers_) {
      if (worker.state != Worker::State::matching) worker.process.send("0\n");
    }
  }
  bool stopped() const { return stopped_; }

 private:
  /// False once it has nothing more to say.
  static bool hear(Worker& worker) {
    const auto lines = worker.process.read_lines();
    if (!lines) return false;
    for (const std::string& line : *lines) {
      const Json said = Json::parse(line).value_or(nullptr);
      if (const Json* needs = said.find("needs")) {
        worker.state = Worker::State::waiting;
        worker.held = static_cast<std::size_t>(needs->at("held").number());
        worker.memory = static_cast<std::size_t>(needs->at("memory").number());
        worker.memory_all_threads = static_cast<std::size_t>(needs->at("memory_all_threads").number());
      } else if (said.contains("status")) {
        worker.record = said;
      }
    }
    return true;
  }

  std::size_t pairs_to_start() const { return count_ - next_ + again_.size(); }
  std::size_t number_of(Worker::State state) const {
    return static_cast<std::size_t>(
        std::count_if(workers_.begin(), workers_.end(), [&](const Worker& w) { return w.state == state; }));
  }
  int used_threads() const {
    int sum = 0;
    for (const Worker& worker : workers_) sum += worker.state == Worker::State::matching ? worker.threads : 0;
    return sum;
  }
  std::size_t memory_beside(const Worker& one) const {
    std::size_t sum = 0;
    for (const Worker& worker : workers_) {
      if (&worker != &one) sum += worker.state == Worker::State::matching ? worker.memory : worker.held;
    }
    return sum;
  }

  const PoolLimits& limits_;
  std::size_t count_;
  const std::function<Process(std::size_t)>& start_;
  std::size_t next_ = 0;
  std::vector<std::size_t> again_;
  std::list<Worker> workers_;
  bool stopped_ = false;
};

}  // namespace

int threads_for_pair(const PoolLimits& limits, std::size_t memory, std::size_t pairs_left) {
  const std::size_t fitting = std::max<std::size_t>(1, limits.memory / std::max<std::size_t>(1, memory));
  const auto at_once = static_cast<int>(std::min({fitting, pairs_left, static_cast<std::size_t>(limits.threads)}));
  return std::max(1, limits.threads / std::max(1, at_once));
}

void run_pool(const PoolLimits& limits, std::size_t count, const std::function<Process(std::size_t)>& start,
              const std::function<std::string(std::size_t)>& name_of,
              const std::function<bool(const UnitEnd&)>& ended) {
  Pool pool(limits, count, start);
  std::map<std::size_t, int> tries;
  for (pool.start_more(); !pool.idle(); pool.start_more()) {
    for (Worker& worker : pool.listen()) {
      const std::string crash = worker.process.wait();
      Json& record = worker.record;
      const bool cancelled = record.is_null() && crash.empty() && pool.stopped();
      if (cancelled) continue;
      const int tried = ++tries[worker.unit];
      if (record.is_null()) {
        const std::string how = crash.empty() ? "without a word" : "by " + crash;
        record = failure(name_of(worker.unit), fmt::format("its process was ended {}", how), tried);
      }
      const bool done = record.at("status") == Json("done");
      const bool hopeless = record.contains("stop");
      if (!done && !hopeless && tried <= limits.retries && !pool.stopped()) {
        pool.try_again(worker.unit);
        continue;
      }
      tries.erase(worker.unit);
      if (!done) record["tries"] = tried;
      const bool stored = worker.state == Worker::State::loading;
      if (!ended({worker.unit, std::move(record), done && stored})) pool.stop();
    }
    pool.admit();
  }
}

}  // namespace csca::app
