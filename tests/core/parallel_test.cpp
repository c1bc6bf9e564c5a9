// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace csca {
namespace {

TEST(ParallelFor, RunsEachIndexOnce) {
  for (const int threads : {0, 1, 2, 3, 16}) {
    for (const int count : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> calls(count);
      parallel_for(threads, count, [&](int i) { ++calls[i]; });
      EXPECT_TRUE(std::all_of(calls.begin(), calls.end(), [](const auto& n) { return n == 1; }))
          << threads << " threads, " << count << " indices";
    }
  }
}

TEST(ParallelFor, AnExceptionReachesTheCaller) {
  for (const int threads : {1, 2, 4}) {
    EXPECT_THROW(parallel_for(threads, 100,
                              [](int i) {
                                if (i == 37) throw std::runtime_error("37");
                              }),
                 std::runtime_error);
    std::atomic<int> calls = 0;  // and the next call works
    parallel_for(threads, 100, [&](int) { ++calls; });
    EXPECT_EQ(calls, 100);
  }
}

TEST(ParallelFor, MayBeCalledFromInsideItself) {
  std::atomic<int> calls = 0;
  parallel_for(3, 10, [&](int) { parallel_for(3, 10, [&](int) { ++calls; }); });
  EXPECT_EQ(calls, 100);
}

TEST(ParallelFor, MayBeCalledFromSeveralThreads) {
  std::atomic<int> calls = 0;
  std::vector<std::thread> callers;
  for (int t = 0; t < 4; ++t) callers.emplace_back([&] { parallel_for(2, 100, [&](int) { ++calls; }); });
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(calls, 400);
}

/// Bytes that this process holds.
std::size_t resident() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0;
  std::size_t pages = 0;
  file >> all >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(ParallelFor, ManyLoopsLeaveMemoryFlat) {
  if (sanitized) GTEST_SKIP() << "sanitizers keep memory for themselves";
  const auto loops = [](int count) {
    std::atomic<int> sum = 0;
    for (int i = 0; i < count; ++i) {
      parallel_for(2, 8, [&](int k) {
        for (int step = 0; step < 1000; ++step) sum += k;
      });
    }
  };
  loops(200);
  const std::size_t before = resident();
  loops(5000);
  EXPECT_LT(resident(), before + 1'000'000);
}

TEST(ParallelFor, OneThreadKeepsTheOrder) {
  std::vector<int> order;
  parallel_for(1, 5, [&](int i) { order.push_back(i); });
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(ThreadCount, ZeroMeansEveryCore) {
  EXPECT_GE(thread_count(0), 1);
  EXPECT_EQ(thread_count(5), 5);
}

}  // namespace
}  // namespace csca
