// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/random.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stop_token>
#include <thread>

namespace csca {
namespace {

ErrorKind kind_of(const Image& left, const Image& right, const Options& options, const Hooks& hooks) {
  try {
    match(left, right, options, hooks);
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "the match ended by itself";
  return ErrorKind::internal;
}

TEST(Cancel, EndsAMatchThatAnotherThreadStops) {
  const Image left = slow ? random_texture(240, 140, 3, 1) : random_texture(1200, 700, 3, 1);
  const Image right = shifted(left, 4, 2);
  for (const char* method : {"box", "gf", "st", "gf+nl", "sgm", "gf+sgm"}) {
    Options options;
    options.range = {0, 512, false};
    options.aggregate.method = method;
    std::stop_source source;
    std::chrono::steady_clock::time_point asked;
    std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(30));
      asked = std::chrono::steady_clock::now();
      source.request_stop();
    });
    EXPECT_EQ(kind_of(left, right, options, {.stop = source.get_token()}), ErrorKind::cancelled) << method;
    other.join();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - asked).count();
    EXPECT_LT(seconds, 10) << method;  // by itself the match takes longer than the preparation that is not interrupted
  }
}

TEST(Cancel, EndsAMatchBeforeItsFirstRow) {
  const Image left = random_texture(70, 40, 3, 1);
  std::stop_source source;
  source.request_stop();
  for (const char* method : {"box", "gf", "nl"}) {
    Options options;
    options.range = {0, 16, false};
    options.aggregate.method = method;
    EXPECT_EQ(kind_of(left, left, options, {.stop = source.get_token()}), ErrorKind::cancelled) << method;
    Hooks watched{.stop = source.get_token()};
    watched.observe = [](VolumeStage, int, Levels, int, const float*) {};
    EXPECT_EQ(kind_of(left, left, options, watched), ErrorKind::cancelled) << method;
  }
}

TEST(Cancel, LeavesAMatchAloneThatNobodyStops) {
  const Image left = random_texture(70, 40, 3, 1);
  Options options;
  options.range = {0, 16, false};
  std::stop_source source;
  EXPECT_EQ(match(left, left, options, {.stop = source.get_token()}).disparity, match(left, left, options).disparity);
}

}  // namespace
}  // namespace csca
