// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// few_threads N: loops where the system allows N threads beside the first one, on a machine that seems to have 8 cores.
// A program of its own, since it replaces what makes threads and tells cores.
#include "core/parallel.hpp"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

namespace {

constexpr int cores = 8;
std::atomic<int> allowed = 0;  // that many more threads

template <class Function>
Function real(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

struct Start {
  void* (*routine)(void*);
  void* argument;
};

void* run_counted(void* given) {
  const std::unique_ptr<Start> start(static_cast<Start*>(given));
  void* const result = start->routine(start->argument);
  ++allowed;
  return result;
}

}  // namespace

#pragma GCC visibility push(default)  // or shared libraries would not see these

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*routine)(void*),
                              void* argument) {
  static const auto create = real<decltype(&pthread_create)>("pthread_create");
  if (--allowed < 0) {
    ++allowed;
    return EAGAIN;
  }
  return create(thread, attributes, run_counted, new Start{routine, argument});
}

extern "C" int sched_getaffinity(pid_t /*process*/, std::size_t size, cpu_set_t* set) noexcept {
  CPU_ZERO_S(size, set);
  for (int i = 0; i < cores; ++i) CPU_SET_S(i, size, set);
  return 0;
}

extern "C" long sysconf(int name) noexcept {
  static const auto ask = real<decltype(&sysconf)>("sysconf");
  return name == _SC_NPROCESSORS_ONLN ? cores : ask(name);
}

#pragma GCC visibility pop

int main(int /*argc*/, char** arguments) {
  const int beside = std::atoi(arguments[1]);
  allowed = beside;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::atomic<int>> calls(100);
    std::mutex mutex;
    std::set<std::thread::id> workers;
    csca::parallel_for(cores, static_cast<int>(calls.size()), [&](int i) {
      ++calls[i];
      {
        const std::scoped_lock lock(mutex);
        workers.insert(std::this_thread::get_id());
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));  // so that each thread gets a share
    });
    for (const std::atomic<int>& times : calls) {
      if (times == 1) continue;
      std::cerr << "an index was taken " << times << " times\n";
      return 1;
    }
    if (static_cast<int>(workers.size()) > beside + 1 || (beside > 0 && workers.size() < 2)) {
      std::cerr << workers.size() << " threads at work, " << beside + 1 << " allowed\n";
      return 1;
    }
  }
  return 0;
}
