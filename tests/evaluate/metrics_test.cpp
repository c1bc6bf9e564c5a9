// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/evaluate.hpp>

#include "evaluate/planes.hpp"
#include "support/expect.hpp"

#include <cmath>

namespace csca {
namespace {

// 6 x 4 pixels. One truth is unknown (t), two pixels are masked (m), three have no estimate (h, one of them infinity).
// Errors of the others:   0    0.5  0.75 1    1.5  t
//                         h    2    2.5  h    0    0
//                         m    0    0    0    4    5
//                         0    0    h    0    12   m
// 21 pixels count, 18 of them have an estimate. Their errors, ascending:
//   0 (nine times), 0.5, 0.75, 1, 1.5, 2, 2.5, 4, 5, 12; their sum is 29.25.
const Plane<float> truth = plane<float>(6, 4, {10, 10, 10, 10, 10,  u,    //
                                               20, 20, 20, 20, 20,  20,   //
                                               30, 30, 30, 30, 100, 100,  //
                                               40, 40, 40, 40, 40,  40});
const Plane<float> estimate = plane<float>(6, 4, {10, 10.5F, 9.25F,    11, 8.5F, 7,    //
                                                  u,  22,    17.5F,    u,  20,   20,   //
                                                  99, 30,    30,       30, 104,  105,  //
                                                  40, 40,    infinity, 40, 52,   99});
const Mask mask = plane<std::uint8_t>(6, 4, {255, 255, 255, 255, 255, 255,  //
                                             255, 255, 255, 255, 255, 255,  //
                                             128, 255, 255, 255, 255, 255,  //
                                             255, 255, 255, 255, 255, 0});
constexpr double squares = 0.25 + 0.5625 + 1 + 2.25 + 4 + 6.25 + 16 + 25 + 144;

TEST(Metrics, MiddleburyV2CallsHolesBad) {
  const Rules& v2 = rules("middlebury_v2");
  const Tally counted = tally(estimate, truth, mask, v2);
  EXPECT_EQ(counted.pixels, 21U);
  EXPECT_EQ(counted.estimated, 18U);
  // Above 0.5: eight of 0.75 to 12; above 0.75: seven; above 1: six; above 1.5: five; above 2: four. Three holes each.
  EXPECT_EQ(counted.bad, (std::vector<std::size_t>{11, 10, 9, 8, 7}));
  const Metrics figures = metrics(counted, v2);
  EXPECT_DOUBLE_EQ(figures.bad[v2.ranked], 100.0 * 9 / 21);
  EXPECT_DOUBLE_EQ(figures.total_bad[v2.ranked], 100.0 * 9 / 21);
  EXPECT_DOUBLE_EQ(figures.invalid, 100.0 * 3 / 21);
  EXPECT_DOUBLE_EQ(figures.average, 29.25 / 18);
}

TEST(Metrics, MiddleburyV3CountsHolesApartAndClips) {
  const Rules& v3 = rules("middlebury_v3");
  // The bound of 50 brings 52 to 50: error 10 for 12. The truths of 100 are met by 104 and 105: both become 50,
  // error 50.
  const Tally counted = tally(estimate, truth, mask, v3, 50);
  // Above 0.5: 0.75, 1, 1.5, 2, 2.5, 10, 50, 50; above 1: six of them; above 2: four; above 4: three.
  EXPECT_EQ(counted.bad, (std::vector<std::size_t>{8, 6, 4, 3}));
  const Metrics figures = metrics(counted, v3);
  EXPECT_DOUBLE_EQ(figures.bad[v3.ranked], 100.0 * 4 / 21);
  EXPECT_DOUBLE_EQ(figures.total_bad[v3.ranked], 100.0 * 7 / 21);
  EXPECT_DOUBLE_EQ(figures.invalid, 100.0 * 3 / 21);
  EXPECT_DOUBLE_EQ(figures.average, (0.5 + 0.75 + 1 + 1.5 + 2 + 2.5 + 10 + 50 + 50) / 18);

  const Metrics unclipped = metrics(tally(estimate, truth, mask, v3), v3);
  EXPECT_DOUBLE_EQ(unclipped.average, 29.25 / 18);
  EXPECT_DOUBLE_EQ(unclipped.rms, std::sqrt(squares / 18));
  // Places 9, 16, 17, 17 of the 18 errors, from 0: 18 x 0.5 = 9, x 0.9 = 16.2, x 0.95 = 17.1, x 0.99 = 17.8.
  EXPECT_DOUBLE_EQ(unclipped.a50, 0.5);
  EXPECT_DOUBLE_EQ(unclipped.a90, 5);
  EXPECT_DOUBLE_EQ(unclipped.a95, 12);
  EXPECT_DOUBLE_EQ(unclipped.a99, 12);
  // Negative estimates are clipped to 0.
  EXPECT_EQ(tally(Plane<float>(1, 1, -7), Plane<float>(1, 1, 1), {}, v3).errors, std::vector<float>{1});
}

TEST(Metrics, MiddleburyV3ReadsSmallMapsAtTheTruthsPlaces) {
  // Half the size: each estimate serves 2 x 2 pixels and counts twice. 5, 10, hole / 15, 20, 25 become 10, 20, hole /
  // ...
  const Plane<float> half = plane<float>(3, 2, {5, 10, u, 15, 20, 25});
  const Plane<float> full = plane<float>(6, 4, {10, 10, 20, 20, 1,  1,   //
                                                10, 13, 20, 20, 1,  1,   //
                                                30, 30, 40, 40, 50, 50,  //
                                                30, 30, 40, 45, 50, 50});
  const Tally counted = tally(half, full, {}, rules("middlebury_v3"));
  EXPECT_EQ(counted.pixels, 24U);
  EXPECT_EQ(counted.estimated, 20U);
  EXPECT_EQ(counted.bad, (std::vector<std::size_t>{2, 2, 2, 1}));  // 13 for 10, 45 for 40
  EXPECT_TRUE(tally(Plane<float>(1, 1, 5), Plane<float>(4, 4, 20), {}, rules("middlebury_v3")).errors ==
              std::vector<float>(16, 0));
  EXPECT_TRUE(contains(error_of([&] { tally(half, full, {}, rules("eth3d")); }), "the truth is 6 x 4"));
  EXPECT_TRUE(contains(error_of([&] { tally(half, Plane<float>(9, 6), {}, rules("middlebury_v3")); }), "9 x 6"));
}

TEST(Metrics, Kitti2012CompletesFirst) {
  const Rules& kitti = rules("kitti2012");
  // The three holes, completed along their rows: the left end of row 1 takes 22, the gap before 20 takes 17.5, the
  // lower of 17.5 and 20; the gap of row 3 takes 40. Errors 2, 2.5 and 0 join the 18 others.
  const Tally counted = tally(estimate, truth, mask, kitti);
  EXPECT_EQ(counted.pixels, 21U);
  EXPECT_EQ(counted.estimated, 18U);
  // Above 1: 1.5, 2, 2, 2.5, 2.5, 4, 5, 12; above 2: five of them; above 3: three; above 4: two; above 5: one.
  EXPECT_EQ(counted.bad, (std::vector<std::size_t>{8, 5, 3, 2, 1}));
  const Metrics figures = metrics(counted, kitti);
  EXPECT_DOUBLE_EQ(figures.bad[kitti.ranked], 100.0 * 3 / 21);
  EXPECT_DOUBLE_EQ(figures.invalid, 100.0 * 3 / 21);
  EXPECT_DOUBLE_EQ(figures.average, (29.25 + 4.5) / 21);
}

TEST(Metrics, Kitti2015NeedsAShareOfTheTruthToo) {
  const Rules& kitti = rules("kitti2015");
  // Above 3: 4 of 100 (4 %), 5 of 100 (5 %, not above), 12 of 40.
  const Tally counted = tally(estimate, truth, mask, kitti);
  EXPECT_EQ(counted.bad, std::vector<std::size_t>{1});
  EXPECT_DOUBLE_EQ(metrics(counted, kitti).bad[0], 100.0 / 21);
  // 5.5 of 100 is above both; 2.5 of 10 is 25 % but not above 3.
  EXPECT_EQ(tally(Plane<float>(1, 1, 105.5F), Plane<float>(1, 1, 100), {}, kitti).bad[0], 1U);
  EXPECT_EQ(tally(Plane<float>(1, 1, 12.5F), Plane<float>(1, 1, 10), {}, kitti).bad[0], 0U);
}

TEST(Metrics, Eth3dDividesByWhatIsEstimated) {
  const Rules& eth3d = rules("eth3d");
  // Its program takes |d| above the width, here 6, for a hole.
  const Plane<float> small_truth = plane<float>(6, 1, {1, 2, 3, 4, 5, u});
  const Plane<float> small = plane<float>(6, 1, {1, 2.75F, 6, 6.5F, -7, 1});  // errors 0, 0.75, 3
  const Tally counted = tally(small, small_truth, {}, eth3d);
  EXPECT_EQ(counted.pixels, 5U);
  EXPECT_EQ(counted.estimated, 3U);
  EXPECT_EQ(counted.bad, (std::vector<std::size_t>{2, 1, 1, 0}));
  const Metrics figures = metrics(counted, eth3d);
  EXPECT_DOUBLE_EQ(figures.bad[0], 100.0 * 2 / 3);
  EXPECT_DOUBLE_EQ(figures.bad[eth3d.ranked], 100.0 / 3);
  EXPECT_DOUBLE_EQ(figures.total_bad[0], 100.0 * 4 / 5);
  EXPECT_DOUBLE_EQ(figures.invalid, 40);  // coverage is 60 %
  EXPECT_DOUBLE_EQ(figures.average, 3.75 / 3);
  EXPECT_DOUBLE_EQ(figures.rms, std::sqrt((0.5625 + 9) / 3));
  EXPECT_DOUBLE_EQ(figures.a50, 0.75);
  EXPECT_DOUBLE_EQ(figures.a90, 3);
}

TEST(Metrics, NothingEstimated) {
  const Plane<float> holes(6, 4, u);
  const Metrics v3 = metrics(tally(holes, truth, mask, rules("middlebury_v3")), rules("middlebury_v3"));
  EXPECT_DOUBLE_EQ(v3.bad[0], 0);
  EXPECT_DOUBLE_EQ(v3.total_bad[0], 100);
  EXPECT_TRUE(std::isnan(v3.average));
  const Metrics eth3d = metrics(tally(holes, truth, mask, rules("eth3d")), rules("eth3d"));
  EXPECT_DOUBLE_EQ(eth3d.bad[3], 100);
  EXPECT_TRUE(std::isinf(eth3d.average));
  EXPECT_TRUE(std::isinf(eth3d.a99));
  const Metrics kitti = metrics(tally(holes, truth, mask, rules("kitti2012")), rules("kitti2012"));
  EXPECT_DOUBLE_EQ(kitti.bad[4], 100);
}

TEST(Metrics, ImagesOrPixelsArePooled) {
  // One image of 1 pixel, bad by 8, and one of 3 pixels, one of them bad by 4; a third region holds no pixel at all.
  const auto three = [](const Rules& rules) {
    return std::vector<Tally>{tally(Plane<float>(1, 1, 18), Plane<float>(1, 1, 10), {}, rules),
                              tally(plane<float>(3, 1, {10, 10, 14}), Plane<float>(3, 1, 10), {}, rules),
                              tally(Plane<float>(3, 1, 10), Plane<float>(3, 1, u), {}, rules)};
  };
  const Metrics of_images = metrics(three(rules("kitti2012")), rules("kitti2012"));
  EXPECT_DOUBLE_EQ(of_images.bad[2], (100 + 100.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(of_images.average, (8 + 4.0 / 3) / 2);
  const Metrics of_pixels = metrics(three(rules("kitti2015")), rules("kitti2015"));
  EXPECT_DOUBLE_EQ(of_pixels.bad[0], 50);
  EXPECT_DOUBLE_EQ(of_pixels.average, 3);
  EXPECT_DOUBLE_EQ(of_pixels.a50, 4);
  EXPECT_TRUE(std::isnan(metrics(std::span<const Tally>(), rules("kitti2015")).bad[0]));
  EXPECT_TRUE(std::isnan(metrics(std::span<const Tally>(), rules("eth3d")).average));
}

TEST(Rules, UnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(all_rules().size(), 5U);
  EXPECT_TRUE(contains(error_of([] { rules("kiti2012"); }), "did you mean 'kitti2012'"));
}

}  // namespace
}  // namespace csca
