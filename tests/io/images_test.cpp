// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdlib>
#include <cstring>

#include <csca/tiles_io.hpp>

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

// Files that have no blocks are held whole; windows of either kind are parts of the whole picture.
TEST_F(Images, WindowsArePartsOfTheWhole) {
  const struct {
    std::string bytes;
    csca::Sample sample;
    bool held;
  } files[] = {{make_png({.width = 40, .height = 30, .colour = 2}), csca::Sample::u8, true},
               {make_png({.width = 40, .height = 30, .bits = 16}), csca::Sample::u16, true},
               {make_tiff({.width = 40, .height = 30, .channels = 3, .colours = 2}), csca::Sample::u8, false},
               {make_tiff({.width = 40, .height = 30, .bits = 16}), csca::Sample::u16, false}};
  for (const auto& [bytes, sample, held] : files) {
    const fs::path file = put("image", bytes);
    const csca::Image whole = csca::read_image(file);
    const auto windows = csca::open_windows(file);
    EXPECT_EQ(windows->width(), 40);
    EXPECT_EQ(windows->height(), 30);
    EXPECT_EQ(windows->channels(), whole.channels());
    EXPECT_EQ(windows->sample(), sample);
    if (held) {
      EXPECT_EQ(windows->held_bytes(), whole.row_bytes() * 30);
    }
    const csca::Image part = windows->read({7, 11, 20, 13});
    ASSERT_EQ(part.width(), 20);
    ASSERT_EQ(part.height(), 13);
    const std::size_t pixel = whole.row_bytes() / 40;
    for (int y = 0; y < 13; ++y) {
      EXPECT_EQ(std::memcmp(part.row<std::byte>(y), whole.row<std::byte>(y + 11) + 7 * pixel, 20 * pixel), 0) << y;
    }
  }
}

TEST_F(Images, AreWrittenInTheFormThatHoldsThem) {
  csca::Image floats(2, 2, 1, csca::Sample::f32);
  for (int i = 0; i < 4; ++i) floats.row<float>(i / 2)[i % 2] = 0.25F * static_cast<float>(i);
  csca::write_pfm(folder / "floats.pfm", floats);
  EXPECT_EQ(samples_of<float>(csca::read_image(folder / "floats.pfm")), (std::vector<float>{0, 0.25F, 0.5F, 0.75F}));
  EXPECT_IN("a PNG cannot hold float samples", error_of([&] { csca::write_png(folder / "floats.png", floats); }));
  EXPECT_IN("PFM holds floats only",
            error_of([&] { csca::write_pfm(folder / "bytes.pfm", csca::Image(2, 2, 1, csca::Sample::u8)); }));
  EXPECT_EQ(files_in_folder(), 1U);
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
