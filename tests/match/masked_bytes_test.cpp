// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// Masked 8-bit pairs, whose costs are whole numbers.
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/sanitized.hpp"
#include "support/simd_targets.hpp"

#include <cmath>
#include <functional>
#include <string>

namespace csca {
namespace {

constexpr int width = 160;
constexpr int height = 90;

using Inside = std::function<bool(int x, int y)>;

Mask mask_without(const Inside& unknown) {
  Mask mask(width, height, 1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) mask(x, y) = unknown(x, y) ? 0 : 1;
  }
  return mask;
}

struct Case {
  const char* name;
  Inside left;
  Inside right;
};

const Inside nothing = [](int, int) { return false; };
const Inside everything = [](int, int) { return true; };

const Case cases[] = {
    {"one pixel on the left", [](int x, int y) { return x == 80 && y == 40; }, nothing},
    {"one pixel on the right", nothing, [](int x, int y) { return x == 80 && y == 40; }},
    {"one pixel in a corner", [](int x, int y) { return x == 0 && y == 0; },
     [](int x, int y) { return x == width - 1 && y == height - 1; }},
    {"the borders", [](int x, int y) { return x < 4 || y < 3 || x >= width - 5; },
     [](int x, int y) { return x >= width - 9 || y >= height - 4; }},
    {"half of both", [](int x, int) { return x < width / 2; }, [](int, int y) { return y < height / 2; }},
    {"a third in blocks", [](int x, int y) { return (x / 20 + y / 20) % 3 == 0; },
     [](int x, int y) { return (x / 20 + y / 20) % 3 == 1; }},
    {"all of the right", nothing, everything},
};

Pair masked_pair(const Image& left, const Image& right, const Case& masks) {
  return {left, right, mask_without(masks.left), mask_without(masks.right)};
}

Options small_range(std::string_view cost, std::string_view method) {
  Options options;
  options.range = {0, 24, false};
  options.cost.method = cost;
  options.aggregate.method = method;
  options.aggregate.bf.radius = 4;
  options.run.threads = 2;
  return options;
}

template <class Body>
void for_all_methods(const Body& body) {
  Some some;
  for (const std::string_view cost : cost_names()) {
    for (const char* method : {"none", "box", "bf", "gf", "nl", "st", "gf+st", "sgm", "gf+sgm"}) {
      for (const Case& masks : cases) {
        if (some.leaves_out()) continue;
        SCOPED_TRACE(std::string(cost) + ", " + method + ", " + masks.name);
        body(small_range(cost, method), masks);
      }
    }
  }
}

// Rounding is all that whole numbers change, with masks as without.
TEST(MaskedBytes, GiveTheMapOfFloats) {
  const SynthPair pair = synthesize({.width = width, .height = height, .levels = 24});
  for_all_methods([&](Options options, const Case& masks) {
    const Pair masked = masked_pair(pair.left, pair.right, masks);
    const Result whole = match(masked, options);
    options.run.precision = Precision::floats;
    const Result floats = match(masked, options);
    EXPECT_TRUE(same_bits(whole.validity, floats.validity));
    int moved = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        ASSERT_EQ(std::isnan(whole.disparity(x, y)), std::isnan(floats.disparity(x, y))) << "x " << x << ", y " << y;
        if ((whole.validity(x, y) & Validity::no_candidate) != 0) continue;
        moved += std::abs(whole.disparity(x, y) - floats.disparity(x, y)) > 1 ? 1 : 0;
      }
    }
    EXPECT_LE(moved, width * height / 50);
  });
}

TEST(MaskedBytes, AnyThreadsAndSlabsGiveTheSameBits) {
  const Image left = random_texture(width, height, 3, 1);
  const Image right = shifted(left, 9, 2);
  for_all_methods([&](Options options, const Case& masks) {
    if (options.cost.method == "cen") return;
    const Pair pair = masked_pair(left, right, masks);
    const Result expected = match(pair, options);
    for (const int slab : {3, 8, 64}) {
      options.run.slab = slab;
      options.run.threads = 1 + slab % 3;
      ASSERT_TRUE(same_bits(match(pair, options).disparity, expected.disparity)) << "slab " << slab;
    }
  });
}

Image scribbled(Image image, const Mask& mask) {
  Random random(7);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (mask(x, y) != 0) continue;
      for (int c = 0; c < 3; ++c)
        image.row<std::uint8_t>(y)[3 * x + c] = static_cast<std::uint8_t>(random.whole(0, 255));
    }
  }
  return image;
}

TEST(MaskedBytes, WhatAMaskHidesReachesNobody) {
  const Image left = random_texture(width, height, 3, 1);
  const Image right = shifted(left, 9, 2);
  for_all_methods([&](Options options, const Case& masks) {
    options.select.right = RightView::full;
    const Pair pair = masked_pair(left, right, masks);
    const Result expected = match(pair, options);
    const Image left_scribbled = scribbled(left, pair.left_mask);
    const Image right_scribbled = scribbled(right, pair.right_mask);
    const Result result = match(masked_pair(left_scribbled, right_scribbled, masks), options);
    ASSERT_TRUE(same_bits(result.disparity, expected.disparity));
    ASSERT_TRUE(same_bits(result.right_disparity, expected.right_disparity));
  });
}

// Far from a single unknown pixel nothing changes. Trees reach over the whole image, and cost a little anywhere.
TEST(MaskedBytes, OnePixelChangesItsNeighbourhoodAlone) {
  const SynthPair pair = synthesize({.width = width, .height = height, .levels = 24});
  on_every_simd_target([&] {
    for (const std::string_view cost : cost_names()) {
      for (const char* method : {"none", "box", "bf"}) {
        Options options = small_range(cost, method);
        options.select.subpixel = Subpixel::none;
        options.scale.scales = 1;
        const Result plain = match(pair.left, pair.right, options);
        const Result result = match(masked_pair(pair.left, pair.right, cases[0]), options);
        for (int y = 0; y < height; ++y) {
          for (int x = 0; x < width; ++x) {
            if (std::max(std::abs(x - 80), std::abs(y - 40)) <= 12) continue;  // the window's and the census's reach
            ASSERT_EQ(result.disparity(x, y), plain.disparity(x, y))
                << cost << ", " << method << ", x " << x << ", y " << y;
          }
        }
      }
    }
  });
}

TEST(MaskedBytes, GreyPairsToo) {
  const Image left = random_texture(width, height, 1, 1);
  const Image right = shifted(left, 6, 2);
  for (const std::string_view cost : cost_names()) {
    for (const char* method : {"box", "gf", "st"}) {
      Options options = small_range(cost, method);
      options.select.subpixel = Subpixel::none;
      const Pair pair = masked_pair(left, right, cases[5]);
      const Result result = match(pair, options);
      int wrong = 0;
      for (int y = 0; y < height; ++y) {
        for (int x = 30; x < width; ++x) {
          const bool known = pair.left_mask(x, y) != 0 && pair.right_mask(x - 6, y) != 0;
          wrong += known && result.disparity(x, y) != 6 ? 1 : 0;
        }
      }
      EXPECT_LE(wrong, width * height / 100) << cost << ", " << method;
    }
  }
}

}  // namespace
}  // namespace csca
