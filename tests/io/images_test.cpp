// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>

#include "io/io_test.hpp"
#include "io/samples.hpp"

namespace {

namespace fs = std::filesystem;

class Images : public IoTest {};

TEST_F(Images, AreKnownByContentNotByName) {
  EXPECT_EQ(csca::read_image(put("a.jpg", make_png({}))).width(), 13);
  EXPECT_EQ(csca::read_image(put("a.png", "P5 2 1 255\nab")).width(), 2);
}

TEST_F(Images, RefusesOtherFiles) {
  for (const char* bytes : {"some notes", "P", "P7 1 1 255\n", "\x89PN", "II", "<svg/>"}) {
    EXPECT_IN("notes.txt' is not an image that csca reads (PNG, JPEG, TIFF, PNM, PFM); convert it first",
              error_of([&] { csca::read_image(put("notes.txt", bytes)); }));
  }
}

TEST_F(Images, MasksAreTheFirstChannelInEightBits) {
  EXPECT_EQ(csca::read_mask(put("m", "P3 2 1 255 1 2 3 4 5 6"))(1, 0), 4);
  EXPECT_EQ(csca::read_mask(put("m", "P2 2 1 65535 65535 32896"))(0, 0), 255);
  EXPECT_EQ(csca::read_mask(put("m", "P2 2 1 65535 65535 32896"))(1, 0), 128);
  EXPECT_EQ(csca::read_mask(put("m", "P1 2 1 1 0"))(1, 0), 255);

  csca::Plane<float> values(4, 1, 128);
  values(1, 0) = -3;
  values(2, 0) = 1e9F;
  values(3, 0) = NAN;
  csca::write_disparity(folder / "m.tif", values);
  const csca::Mask mask = csca::read_mask(folder / "m.tif");
  EXPECT_EQ(mask(0, 0), 128);
  EXPECT_EQ(mask(1, 0), 0);
  EXPECT_EQ(mask(2, 0), 255);
  EXPECT_EQ(mask(3, 0), 0);
}

class RealScenes : public IoTest {
 protected:
  void SetUp() override {
    const char* folder_name = std::getenv("CSCA_DATA");
    if (folder_name == nullptr) GTEST_SKIP() << "CSCA_DATA is not set";
    data = folder_name;
  }
  fs::path data;
};

TEST_F(RealScenes, EveryImageIsRead) {
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(data)) {
    const std::string ending = entry.path().extension().string();
    for (const char* known : {".png", ".jpg", ".tif", ".pgm", ".ppm", ".pfm"}) {
      if (ending != known) continue;
      EXPECT_GT(csca::read_image(entry.path()).width(), 0);
      ++count;
    }
  }
  EXPECT_GT(count, 0);
}

TEST_F(RealScenes, FloatTiffWithUnknownPixels) {
  const fs::path file = data / "satellite/mgm_rectified/left.tif";
  if (!fs::exists(file)) GTEST_SKIP() << "no " << file;
  const csca::Image image = csca::read_image(file);
  EXPECT_EQ(image.width(), 279);
  EXPECT_EQ(image.height(), 271);
  EXPECT_EQ(image.sample(), csca::Sample::f32);
  int unknown = 0;
  for (const float value : samples_of<float>(image)) unknown += std::isnan(value) ? 1 : 0;
  EXPECT_EQ(unknown, 2);
}

}  // namespace
