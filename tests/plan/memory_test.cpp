// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <chrono>

namespace csca {
namespace {

const Image left = random_texture(400, 300, 3, 1);
const Image right = shifted(left, 4, 2);

Options options_of(const char* method) {
  Options options;
  options.range = {0, 128, false};
  options.aggregate.method = method;
  options.run.threads = 2;
  return options;
}

TEST(Memory, GrowsWithWhatIsAskedFor) {
  const Pair pair{left, right};
  for (const std::string_view method : aggregation_names()) {
    const Options plain = options_of(std::string(method).c_str());
    const std::size_t bytes = predicted_memory(pair, plain);
    const auto more = [&](const auto& change) {
      Options options = plain;
      change(options);
      return predicted_memory(pair, options);
    };
    EXPECT_GT(more([](Options& o) { o.select.right = RightView::full; }), bytes) << method;
    EXPECT_GT(more([](Options& o) { o.select.confidence = Confidence::peak_ratio; }), bytes) << method;
    EXPECT_LE(more([](Options& o) { o.run.threads = 1; }), bytes) << method;
    EXPECT_GT(more([](Options& o) { o.run.precision = Precision::floats; }), bytes) << method;
    EXPECT_GT(predicted_memory({left, right, Mask(400, 300, 1), Mask(400, 300, 1)}, plain), bytes) << method;
  }
}

TEST(Memory, ALimitIsKeptByThreadsAndSlabsOrRefused) {
  const Pair pair{left, right};
  for (const char* method : {"gf", "nl", "st", "gf+st"}) {
    Options options = options_of(method);
    const std::size_t bytes = predicted_memory(pair, options);
    options.run.max_memory = bytes * 9 / 10;
    Options fitted = fit_memory(pair, options);
    EXPECT_LE(predicted_memory(pair, fitted), *options.run.max_memory) << method;
    options.run.max_memory = 1'000'000;
    try {
      fit_memory(pair, options);
      ADD_FAILURE() << method;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::no_memory);
      EXPECT_TRUE(contains(error.what(), "max_memory is 1.0M: even one slab at a time needs ")) << error.what();
    }
  }
}

// Looks at the images once, not once for each schedule.
TEST(Memory, ALimitIsRefusedAtOnce) {
  const Image large(4000, 3000, 3, Sample::u16);
  Options options = options_of("gf+st");
  options.run.threads = 1024;
  options.run.max_memory = 1'000'000;
  const auto start = std::chrono::steady_clock::now();
  EXPECT_THROW(fit_memory({large, large}, options), Error);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 2);
}

TEST(Memory, TheMapIsTheSameUnderALimit) {
  for (const char* method : {"box", "gf", "nl", "gf+st"}) {
    Options options = options_of(method);
    options.run.precision = Precision::floats;
    const Result expected = match(left, right, options);
    options.run.max_memory = predicted_memory({left, right}, options) * 8 / 10;
    EXPECT_TRUE(same_bits(match(left, right, options).disparity, expected.disparity)) << method;
  }
}

}  // namespace
}  // namespace csca
