// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/geometry_io.hpp>

#include <cmath>
#include <limits>

#include "io/io_test.hpp"

namespace {

class DepthFiles : public IoTest {
 protected:
  DepthFiles() {
    const float values[] = {1.5F, std::numeric_limits<float>::quiet_NaN(), 0.0012F, 60};
    std::copy(std::begin(values), std::end(values), depth.begin());
  }
  csca::Plane<float> depth{2, 2};
};

TEST_F(DepthFiles, PngHoldsMillimetresAndSaysSo) {
  csca::write_depth(folder / "depth.png", depth);
  EXPECT_EQ(samples_of<std::uint16_t>(csca::read_image(folder / "depth.png")),
            (std::vector<std::uint16_t>{1500, 0, 1, 60000}));
  const std::string bytes = get(folder / "depth.png");
  EXPECT_IN(std::string("tEXtUnit\0millimetre", 19), bytes);
  EXPECT_IN("depth in millimetres, unknown = 0", bytes);
  EXPECT_EQ(files_in_folder(), 1U);
}

TEST_F(DepthFiles, TiffHoldsMetresAndSaysSo) {
  csca::write_depth(folder / "depth.tif", depth, "standard deviation of depth");
  const csca::Plane<float> again = csca::read_disparity(folder / "depth.tif");
  EXPECT_EQ(again(0, 0), 1.5F);
  EXPECT_TRUE(std::isnan(again(1, 0)));
  EXPECT_IN("standard deviation of depth in metres, unknown = NaN", get(folder / "depth.tif"));
}

TEST_F(DepthFiles, OthersHaveANoteBesideThem) {
  for (const char* ending : {".pfm", ".npy"}) {
    const std::filesystem::path file = folder / ("depth" + std::string(ending));
    csca::write_depth(file, depth);
    EXPECT_EQ(csca::read_disparity(file)(1, 1), 60);
    EXPECT_TRUE(std::isnan(csca::read_disparity(file)(1, 0)));
    EXPECT_EQ(csca::depth_note(file), folder / "depth.json");
    EXPECT_IN("\"unit\": \"metre\"", get(folder / "depth.json"));
  }
  EXPECT_EQ(csca::depth_note("depth.png"), "");
  EXPECT_EQ(csca::depth_bytes(".pfm", depth), get(folder / "depth.pfm"));
}

TEST_F(DepthFiles, RefusesWhatAFormCannotHold) {
  depth(0, 0) = 70;
  EXPECT_IN("1 pixel is not between 0.001 and 65.535 m",
            error_of([&] { csca::write_depth(folder / "depth.png", depth); }));
  EXPECT_IN("the ending must be", error_of([&] { csca::write_depth(folder / "depth.jpg", depth); }));
  EXPECT_IN("no pixels", error_of([&] { csca::write_depth(folder / "depth.pfm", {}); }));
  EXPECT_EQ(files_in_folder(), 0U);
}

class PlyFiles : public IoTest {};

TEST_F(PlyFiles, HaveAHeaderAndBytes) {
  const csca::Cloud cloud{.points = {{1, 2, 3}}, .colours = {{9, 8, 7}}, .normals = {{0, 0, -1}}, .confidence = {0.5F}};
  csca::write_ply(folder / "cloud.ply", cloud);
  const std::string bytes = get(folder / "cloud.ply");
  EXPECT_EQ(bytes, csca::ply_bytes(cloud));
  const std::size_t end = bytes.find("end_header\n") + 11;
  EXPECT_IN("element vertex 1\n", bytes.substr(0, end));
  using namespace std::string_literals;
  EXPECT_EQ(bytes.substr(end), "\0\0\x80\x3f\0\0\0\x40\0\0\x40\x40\0\0\0\0\0\0\0\0\0\0\x80\xbf\x09\x08\x07\0\0\0\x3f"s);
}

TEST_F(PlyFiles, HoldOnlyWhatACloudHas) {
  const std::string bytes = csca::ply_bytes({.points = {{1, 2, 3}, {4, 5, 6}}});
  EXPECT_EQ(bytes.find("property", bytes.find("property float z") + 1), std::string::npos);
  EXPECT_EQ(bytes.size() - (bytes.find("end_header\n") + 11), 24U);
}

TEST_F(PlyFiles, RefuseWhatIsNoCloud) {
  EXPECT_IN("has no points", error_of([&] { csca::write_ply(folder / "cloud.ply", {}); }));
  EXPECT_IN("let the name end in .ply", error_of([&] {
              csca::write_ply(folder / "cloud.obj", {.points = {{1, 2, 3}}});
            }));
  EXPECT_IN("1 points and 2 colours", error_of([&] {
              csca::ply_bytes({.points = {{1, 2, 3}}, .colours = {{1, 2, 3}, {1, 2, 3}}});
            }));
  EXPECT_EQ(files_in_folder(), 0U);
}

}  // namespace
