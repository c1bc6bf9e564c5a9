// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/stream.hpp>
#include <csca/synth.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "match/asked_blocks.hpp"

namespace csca {
namespace {

SynthPair scene(int seed, int width = 200, int height = 150) {
  return synthesize({.width = width, .height = height, .levels = 32, .seed = static_cast<std::uint64_t>(seed)});
}

bool same_bits(const Plane<float>& a, const Plane<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

TEST(Stream, GivesWhatMatchGives) {
  for (const char* preset : {"default", "fast", "dense"}) {
    Options options = make_options(preset);
    options.run.threads = 2;
    Stream stream(options);
    for (int frame = 0; frame < 3; ++frame) {
      const SynthPair pair = scene(frame + 1);
      const Result& result = stream.match(pair.left, pair.right);
      EXPECT_EQ(result.range.first, *stream.options().range.first);
      const Result alone = match(pair.left, pair.right, stream.options());
      EXPECT_TRUE(same_bits(result.disparity, alone.disparity)) << preset << ", frame " << frame;
      EXPECT_TRUE(result.validity == alone.validity) << preset << ", frame " << frame;
    }
  }
}

TEST(Stream, FirstFrameSettlesTheRange) {
  Stream stream;
  const SynthPair first = scene(1);
  const Levels range = stream.match(first.left, first.right).range;
  const SynthPair nearer = synthesize({.width = 200, .height = 150, .levels = 60});
  EXPECT_EQ(stream.match(nearer.left, nearer.right).range, range);
}

TEST(Stream, RefusesAnotherSizeAndGoesOn) {
  Stream stream;
  const SynthPair pair = scene(1);
  const SynthPair other = scene(1, 190, 150);
  stream.match(pair.left, pair.right);
  EXPECT_THROW(stream.match(other.left, other.right), Error);
  EXPECT_FALSE(stream.match(pair.left, pair.right).disparity.empty());
}

TEST(Stream, IsCancelledAndGoesOn) {
  Stream stream;
  const SynthPair pair = scene(1);
  std::stop_source source;
  source.request_stop();
  try {
    stream.match(pair.left, pair.right, {.stop = source.get_token()});
    FAIL() << "not cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
  EXPECT_FALSE(stream.match(pair.left, pair.right).disparity.empty());
}

TEST(Stream, CanBeMovedAndShareMemory) {
  const SynthPair pair = scene(1);
  Stream one;
  one.match(pair.left, pair.right);
  Stream two = std::move(one);
  Result kept = two.match(pair.left, pair.right);
  {
    Stream three;
    three.match(pair.left, pair.right);
  }
  EXPECT_TRUE(same_bits(kept.disparity, two.match(pair.left, pair.right).disparity));
}

/// A row of the methods and presets, with one and two threads.
class Blocks : public testing::TestWithParam<std::tuple<const char*, const char*, int>> {};

TEST_P(Blocks, AreAskedForInTheFirstFramesOnly) {
  if (!counts_blocks) GTEST_SKIP() << "sanitizers have an allocator of their own";
  const auto [preset, method, threads] = GetParam();
  Options options = make_options(preset);
  if (*method != '\0') field("method").set(options, method);
  options.run.threads = threads;
  Stream stream(options);
  const SynthPair pairs[] = {scene(1), scene(2)};
  // Two threads meet in another order in each frame, and now and then more blocks are in use at once than ever before.
  const int warm_up = threads == 1 ? 2 : 12;
  int in_first = 0;
  int in_last = 0;
  for (int frame = 0; frame < warm_up + 6; ++frame) {
    const int before = asked_blocks();
    stream.match(pairs[frame % 2].left, pairs[frame % 2].right);
    const int asked = asked_blocks() - before;
    if (frame == 0) in_first = asked;
    if (frame >= warm_up) in_last += asked;
  }
  EXPECT_GT(in_first, 100);  // or nothing is counted
  EXPECT_LE(in_last, threads == 1 ? 0 : 12);
  RecordProperty("asked", in_last);
}

std::string name_of(const testing::TestParamInfo<Blocks::ParamType>& chosen) {
  const auto& [preset, method, threads] = chosen.param;
  return std::string(preset) + '_' + method + '_' + std::to_string(threads);
}

INSTANTIATE_TEST_SUITE_P(Stream, Blocks,
                         testing::Combine(testing::Values("default", "fast", "dense"),
                                          testing::Values("", "gf", "nl", "st", "bf", "sgm"), testing::Values(1, 2)),
                         name_of);

}  // namespace
}  // namespace csca
