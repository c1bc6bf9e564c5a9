// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0

// The fast engines against the plain one, which an observer asks for.
#include <csca/csca.hpp>

#include "support/expect.hpp"
#include "support/random.hpp"
#include "support/simd_targets.hpp"

#include <string>

namespace csca {
namespace {

template <class T, std::size_t n>
T one_of(Random& random, const T (&values)[n]) {
  return values[random.whole(0, static_cast<int>(n) - 1)];
}

Mask random_mask(Random& random, int width, int height) {
  Mask mask(width, height, 1);
  const int x0 = random.whole(0, width - 1);
  const int y0 = random.whole(0, height - 1);
  for (int y = y0; y < std::min(height, y0 + random.whole(1, 9)); ++y) {
    for (int x = x0; x < std::min(width, x0 + 11); ++x) mask(x, y) = 0;
  }
  return mask;
}

Options random_options(Random& random) {
  Options options;
  options.range.first = random.whole(-9, 5);
  options.range.levels = random.whole(1, 40);
  options.cost.method = one_of(random, {"cg", "grd", "cen"});
  options.cost.outside = one_of(random, {Outside::mean, Outside::black});
  options.aggregate.method = one_of(random, {"box", "box", "none", "gf", "nl", "st", "bf", "gf+st", "0.3*box+0.7*nl",
                                             "sgm", "sgm", "gf+sgm", "0.3*box+0.7*sgm+st"});
  options.aggregate.sgm.paths = one_of(random, {5, 8});
  options.aggregate.box.radius = random.whole(0, 4);
  options.aggregate.box.normalise = random.whole(0, 1) == 1;
  options.aggregate.gf.radius = random.whole(1, 5);
  options.aggregate.bf.radius = random.whole(1, 4);
  options.scale.scales = random.whole(1, 5);
  options.scale.level_map = one_of(random, {Interpolation::linear, Interpolation::nearest, Interpolation::spline});
  options.scale.space_map = one_of(random, {Interpolation::linear, Interpolation::nearest});
  options.select.subpixel = one_of(random, {Subpixel::none, Subpixel::parabola});
  options.select.right = one_of(random, {RightView::none, RightView::diagonal});
  options.select.confidence = one_of(random, {Confidence::none, Confidence::peak_ratio, Confidence::ambiguity});
  options.run.threads = random.whole(1, 3);
  if (random.whole(0, 1) == 1) options.run.slab = random.whole(1, 20);
  return options;
}

TEST(Engines, HaveTheBitsOfTheReference) {
  Random random(11);
  const auto compare = [&] {
    const int width = random.whole(9, 80);
    const int height = random.whole(8, 40);
    const int channels = one_of(random, {1, 3});
    const Image left = random_texture(width, height, channels, static_cast<unsigned>(random.whole(0, 999)));
    const Image right = shifted(left, 4, 2);
    Pair pair{left, right};
    if (random.whole(0, 2) == 0) pair.left_mask = random_mask(random, width, height);
    if (random.whole(0, 2) == 0) pair.right_mask = random_mask(random, width, height);
    Options options = random_options(random);
    if (random.whole(0, 3) == 0) options.run.precision = Precision::floats;
    Hooks watched;
    watched.observe = [](VolumeStage, int, Levels, int, const float*) {};
    const Result reference = match(pair, options, watched);
    const Result fast = match(pair, options);
    std::string text;
    for (const Field& field : fields()) text += std::string(field.name) + "=" + field.get(options) + " ";
    ASSERT_TRUE(same_bits(fast.disparity, reference.disparity)) << width << " x " << height << " " << text;
    ASSERT_TRUE(same_bits(fast.right_disparity, reference.right_disparity)) << text;
    ASSERT_TRUE(same_bits(fast.confidence, reference.confidence)) << text;
    ASSERT_TRUE(same_bits(fast.validity, reference.validity)) << text;
  };
  on_every_simd_target([&] {
    for (int i = 0; i < 60; ++i) compare();
  });
}

}  // namespace
}  // namespace csca
