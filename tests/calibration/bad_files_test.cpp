// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/calibration_io.hpp>

#include <limits>
#include <random>
#include <span>

#include "calibration/samples.hpp"
#include "io/io_test.hpp"

namespace {

class BadCalibration : public IoTest {
 protected:
  std::string error_in(const std::string& bytes) const {
    return error_of([&] { csca::read_calibration(put("bad", bytes)); });
  }
  std::string error_in(const std::string& first, const std::string& second) const {
    const std::filesystem::path files[] = {put("first", first), put("second", second)};
    return error_of([&] { csca::read_calibration(files); });
  }
};

std::string with(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), other);
}

TEST_F(BadCalibration, WithoutBaseline) {
  EXPECT_IN("has no 'baseline'", error_in(with(samples::middlebury, "baseline=120\n", "")));
  EXPECT_IN("has no 'T'", error_in(samples::head + samples::intrinsics));
  EXPECT_IN("has no baseline", error_in(with(samples::middlebury, "baseline=120", "baseline=0")));
  EXPECT_IN("has no baseline", error_in(samples::camera_info("300", "0"), samples::camera_info("307", "0")));
}

TEST_F(BadCalibration, InAnotherUnit) {
  const std::string rig = with(with(samples::head + samples::extrinsics, "-0.12", "-120."), "-57.6", "-57600.");
  EXPECT_IN("has a baseline of 120 m, which is hardly meant: say the unit of its lengths (mm", error_in(rig));
  EXPECT_IN("has a baseline of 0.00012 m", error_in(with(samples::middlebury, "baseline=120", "baseline=0.12")));
  EXPECT_IN("has a focal length of 0.004 pixels",
            error_in(with(with(samples::middlebury, "[480", "[0.004"), "[480", "[0.004")));
}

TEST_F(BadCalibration, WithWhatIsNoNumber) {
  EXPECT_IN("has a number in 'cam0' that is not finite", error_in(with(samples::middlebury, "[480", "[nan")));
  EXPECT_IN("has something in 'cam0' that is no number", error_in(with(samples::middlebury, "[480", "[48O")));
  EXPECT_IN("has 8 numbers in 'cam1', which takes 9", error_in(with(samples::middlebury, "307; 0", "307;")));
  EXPECT_IN("has a number in 'P1' that is not finite",
            error_in(with(samples::head + samples::extrinsics, "480.", ".Nan")));
  EXPECT_IN("has a number in 'P2' that is not finite", error_in(with(samples::kitti, "3.0e+01", "inf")));
  EXPECT_IN("no size of an image", error_in(with(samples::middlebury, "width=640", "width=640.5")));
}

TEST_F(BadCalibration, ThatContradictsItself) {
  EXPECT_IN("contradicts itself: doffs is 8", error_in(with(samples::middlebury, "doffs=7", "doffs=8")));
  EXPECT_IN("contradicts itself: the cameras are 0.12 apart by T, and 0.1",
            error_in(with(samples::head + samples::extrinsics, "-57.6", "-48.")));
  EXPECT_IN("has focal lengths of 480 and 490", error_in(with(samples::middlebury, "cam1=[480", "cam1=[490")));
  EXPECT_IN("R that is no rotation",
            error_in(with(samples::head + samples::extrinsics, "1., 0., 0., 0., 1.", "2., 0., 0., 0., 1.")));
}

TEST_F(BadCalibration, OfCamerasInTheWrongOrder) {
  EXPECT_IN("comes first", error_in(samples::camera_info("307", "-57.6"), samples::camera_info("300", "0")));
  EXPECT_IN("to the right of the other",
            error_in(samples::camera_info("300", "0"), samples::camera_info("307", "57.6")));
  EXPECT_IN("one above the other", error_in(with(samples::xml, "-57.6 0. 480. 241. 0.", "0. 0. 480. 241. -57.6")));
}

TEST_F(BadCalibration, OfOneCamera) {
  EXPECT_IN("is of one camera: give two files", error_in(samples::camera_info("300", "0")));
  EXPECT_IN("says all about its pair", error_in(samples::middlebury, samples::middlebury));
  EXPECT_IN("are of different kinds", error_in(samples::middlebury, samples::kitti));
  EXPECT_IN("have different 'M1'",
            error_in(samples::head + samples::intrinsics, with(samples::head + samples::intrinsics, "500.", "400.")));
  EXPECT_IN("give files of one pair",
            error_in(samples::camera_info("300", "0"), with(samples::camera_info("307", "-57.6"), "640", "641")));
}

TEST_F(BadCalibration, OfCamerasThatAreNotRectified) {
  const std::string rig =
      samples::head + samples::intrinsics + samples::extrinsics.substr(0, samples::extrinsics.find("R1:"));
  EXPECT_IN("rectify the images first", error_in(rig));
  EXPECT_NO_THROW(csca::read_rig(put("rig.yml", rig)));
  EXPECT_IN("only the rectified pair's projections",
            error_of([&] { csca::read_rig(put("rig.yml", samples::head + samples::extrinsics)); }));
}

TEST_F(BadCalibration, OfUnknownLenses) {
  const auto file = [](const char* part, const char* other) {
    return with(samples::camera_info("300", "0"), part, other);
  };
  EXPECT_IN("distortion_model 'ptam'", error_in(file("plumb_bob", "ptam"), samples::camera_info("307", "-57.6")));
  EXPECT_IN("has 3 distortion coefficients",
            error_in(file("[-0.25, 0.1, 0, 0, 0]", "[-0.25, 0.1, 0]"), samples::camera_info("307", "-57.6")));
}

TEST_F(BadCalibration, ReadInAWayThatNobodyCan) {
  const auto error_with = [&](const std::string& bytes, const csca::CalibrationReading& reading) {
    const std::filesystem::path files[] = {put("good", bytes)};
    return error_of([&] { csca::read_calibration(files, reading); });
  };
  EXPECT_IN("first_camera is 1: of KITTI's cameras, 0 and 2 are left ones",
            error_with(samples::kitti, {.first_camera = 1}));
  for (const double unit :
       {0.0, -1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_IN("metres_per_unit is ", error_with(samples::middlebury, {.metres_per_unit = unit}));
  }
  EXPECT_IN("0 calibration files were given",
            error_of([] { csca::read_calibration(std::span<const std::filesystem::path>()); }));
}

TEST_F(BadCalibration, ThatIsNone) {
  EXPECT_IN("it is empty", error_in(""));
  EXPECT_IN("is no calibration that csca knows", error_in("hello\n"));
  EXPECT_IN("is no calibration that csca knows", error_in("<?xml version=\"1.0\"?><opencv_storage/>"));
  EXPECT_IN("is no XML", error_in("<?xml version=\"1.0\"?><opencv_storage"));
  EXPECT_IN("is no YAML", error_in(samples::head + "M1: [1, 2\nM2: }\n"));
  EXPECT_IN("is no text", error_in(std::string("\x89PNG\0\0", 6)));
  EXPECT_IN("too large", error_in(std::string(1 << 21, ' ')));
  EXPECT_IN("no such file", error_of([&] { csca::read_calibration(folder / "none.yml"); }));
  EXPECT_IN("allowed are one or two",
            error_of([&] { csca::read_calibration(std::span<const std::filesystem::path>()); }));
}

// Whatever is wrong with a file is said in an Error: nothing else is thrown, and nothing crashes.
TEST_F(BadCalibration, DamagedAnywhere) {
  std::mt19937 random(7);
  int refused = 0;
  for (const std::string& good : {samples::head + samples::intrinsics + samples::extrinsics, samples::xml,
                                  samples::middlebury, samples::kitti, samples::raw_kitti, std::string(20000, '[')}) {
    for (int i = 0; i < 200; ++i) {
      std::string bad = good.substr(0, i % 2 == 0 ? good.size() : random() % good.size());
      for (int k = 0; k < 4 && !bad.empty(); ++k) bad[random() % bad.size()] = static_cast<char>(1 + random() % 126);
      try {
        csca::read_calibration(put("bad", bad));
      } catch (const csca::Error& error) {
        ++refused;
        EXPECT_IN("'", error.what());
      }
    }
  }
  EXPECT_GT(refused, 600);
}

}  // namespace
