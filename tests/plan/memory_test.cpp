// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"

#include <ctime>

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

TEST(Memory, CostsOfOnesOwnCountWithWhatTheyKeep) {
  const Pair pair{left, right};
  Hooks hooks;
  hooks.cost = [](int, const FloatImage&, const FloatImage&, Levels) { return nullptr; };
  for (const char* method : {"box", "gf", "st"}) {
    Options options = options_of(method);
    Options floats = options;
    floats.run.precision = Precision::floats;
    // Costs are floats then, and nothing is kept of the images for costs that csca does not compute.
    const std::size_t bytes = predicted_memory(pair, options, hooks);
    EXPECT_LT(bytes, predicted_memory(pair, floats)) << method;
    hooks.own_bytes = 50'000'000;
    EXPECT_EQ(predicted_memory(pair, options, hooks), bytes + hooks.own_bytes) << method;
    options.run.max_memory = hooks.own_bytes;
    EXPECT_THROW(fit_memory(pair, options, hooks), Error) << method;
    hooks.own_bytes = 0;
    EXPECT_NO_THROW(fit_memory(pair, options, hooks)) << method;
  }
}

TEST(Memory, ALimitIsKeptByThreadsAndSlabsOrRefused) {
  const Pair pair{left, right};
  for (const char* method : {"gf", "nl", "st", "gf+st", "gf+sgm"}) {
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

TEST(Memory, OfFivePathsHasNoScaleInIt) {
  const Pair pair{left, right};
  const std::size_t coarse = sizeof(float) * 200 * 150 * 65;
  Options options = options_of("sgm");
  const auto scales_cost = [&] {
    options.scale.scales = 5;
    const std::size_t across = predicted_memory(pair, options);
    options.scale.scales = 1;
    return across - predicted_memory(pair, options);
  };
  EXPECT_GT(scales_cost(), coarse);
  options.aggregate.sgm.paths = 5;
  EXPECT_LT(scales_cost(), coarse / 2);
}

// Looks at the images once, not once for each schedule.
TEST(Memory, ALimitIsRefusedAtOnce) {
  const Image large(4000, 3000, 3, Sample::u16);
  Options options = options_of("gf+st");
  options.run.threads = 1024;
  options.run.max_memory = 1'000'000;
  const std::clock_t start = std::clock();  // the processor's time: a busy machine proves nothing
  EXPECT_THROW(fit_memory({large, large}, options), Error);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 2);
}

TEST(Memory, TheMapIsTheSameUnderALimit) {
  for (const char* method : {"box", "gf", "nl", "gf+st", "st+sgm"}) {
    Options options = options_of(method);
    options.run.precision = Precision::floats;
    const Result expected = match(left, right, options);
    options.run.max_memory = predicted_memory({left, right}, options) * 8 / 10;
    EXPECT_TRUE(same_bits(match(left, right, options).disparity, expected.disparity)) << method;
  }
}

}  // namespace
}  // namespace csca
