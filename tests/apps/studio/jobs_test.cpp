// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/jobs.hpp"

#include <csca/error.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

namespace csca::app::studio {
namespace {

using namespace std::chrono_literals;

void wait_for(const std::atomic<int>& count, int least) {
  while (count < least) std::this_thread::sleep_for(1ms);
}

TEST(Jobs, RunOneAtATime) {
  Jobs jobs(100);
  std::atomic<int> at_once = 0;
  std::atomic<int> most = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      jobs.run(std::to_string(i), Jobs::Turn::last, [&](const std::stop_token& /*stop*/) {
        most = std::max(most.load(), ++at_once);
        std::this_thread::sleep_for(2ms);
        --at_once;
      });
    });
  }
  threads.clear();
  EXPECT_EQ(most, 1);
}

TEST(Jobs, OfOneOwnerReplaceEachOther) {
  Jobs jobs(100);
  std::atomic<int> started = 0;
  std::atomic<int> cancelled = 0;
  const auto run = [&](const std::function<void(std::stop_token)>& work) {
    try {
      jobs.run("tab", Jobs::Turn::last, work);
    } catch (const Error& error) {
      cancelled += error.kind() == ErrorKind::cancelled ? 1 : 0;
    }
  };
  // Runs until it is told to stop, which the second job does by coming.
  std::jthread first([&] {
    run([&](const std::stop_token& stop) {
      ++started;
      while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
      throw Error("stopped", ErrorKind::cancelled);
    });
  });
  wait_for(started, 1);
  run([&](const std::stop_token& stop) {
    ++started;
    EXPECT_FALSE(stop.stop_requested());
  });
  first.join();
  EXPECT_EQ(started, 2);
  EXPECT_EQ(cancelled, 1);
}

TEST(Jobs, ThatWaitAreReplacedWithoutARun) {
  Jobs jobs(100);
  std::atomic<int> running = 0;
  std::atomic<int> waiting = 0;
  std::atomic<bool> go = false;
  std::atomic<int> ran = 0;
  std::jthread other([&] {
    jobs.run("other", Jobs::Turn::last, [&](const std::stop_token& /*stop*/) {
      ++running;
      while (!go) std::this_thread::sleep_for(1ms);
    });
  });
  wait_for(running, 1);
  std::jthread old([&] {
    ++waiting;
    EXPECT_THROW(jobs.run("tab", Jobs::Turn::last, [&](const std::stop_token& /*stop*/) { ++ran; }), Error);
  });
  wait_for(waiting, 1);
  std::this_thread::sleep_for(30ms);
  std::jthread newer([&] { jobs.run("tab", Jobs::Turn::last, [&](const std::stop_token& /*stop*/) { ++ran; }); });
  old.join();  // although the first job still runs
  go = true;
  newer.join();
  EXPECT_EQ(ran, 1);
}

TEST(Jobs, AreNotTakenWithoutEnd) {
  Jobs jobs(2);
  std::atomic<int> running = 0;
  std::atomic<bool> go = false;
  std::vector<std::jthread> threads;
  const auto work = [&](const std::stop_token& /*stop*/) {
    ++running;
    while (!go) std::this_thread::sleep_for(1ms);
  };
  threads.emplace_back([&] { jobs.run("0", Jobs::Turn::last, work); });
  wait_for(running, 1);
  for (const char* owner : {"1", "2"}) {
    threads.emplace_back([&jobs, &work, owner] { jobs.run(owner, Jobs::Turn::last, work); });
  }
  std::this_thread::sleep_for(50ms);
  EXPECT_THROW(jobs.run("3", Jobs::Turn::last, work), Jobs::Busy);
  go = true;
  threads.clear();
  EXPECT_EQ(running, 3);
}

TEST(Jobs, LeaveTheirPlaceWhenTheyFail) {
  Jobs jobs(1);
  for (int i = 0; i < 5; ++i) {
    EXPECT_THROW(jobs.run("tab", Jobs::Turn::last,
                          [](const std::stop_token& /*stop*/) { throw Error("no", ErrorKind::bad_input); }),
                 Error);
  }
}

}  // namespace
}  // namespace csca::app::studio
