// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/dataset_test.hpp"

namespace csca {
namespace {

class Submission : public DatasetTest {
 protected:
  static Scene scene(const std::string& dataset, const std::string& name, const std::filesystem::path& left = {}) {
    Scene result;
    result.dataset = dataset;
    result.name = name;
    result.left = left;
    return result;
  }

  std::string content(const std::string& name) const {
    std::ifstream in(folder / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  const Plane<float> map = [] {
    Plane<float> plane(3, 1, 2.5F);
    plane(1, 0) = unknown;
    return plane;
  }();
};

TEST_F(Submission, MiddleburyKeepsTheFolderOfItsPart) {
  const std::filesystem::path left = folder / "MiddEval3" / "testF" / "Plants" / "im0.png";
  write_submission(folder, scene("middlebury_2014", "Plants_F", left), map, "CSCA", 1.256);
  EXPECT_TRUE(same_bits(read_disparity(folder / "testF/Plants/disp0CSCA_s.pfm"), map));  // it has a hole
  EXPECT_EQ(content("testF/Plants/timeCSCA.txt"), "1.26\n");
  const Plane<float> whole(3, 1, 2);
  const std::filesystem::path own = folder / "mine" / "Plants" / "im0.png";
  write_submission(folder, scene("middlebury_2014", "Plants", own), whole, "CSCA", 2);
  EXPECT_TRUE(same_bits(read_disparity(folder / "Plants/disp0CSCA.pfm"), whole));
}

TEST_F(Submission, KittiAndEth3d) {
  write_submission(folder, scene("kitti2012", "000003_10"), map, "CSCA", 1);
  EXPECT_TRUE(same_bits(read_disparity(folder / "000003_10.png"), map));
  write_submission(folder, scene("kitti2015", "000003_10"), map, "CSCA", 1);
  EXPECT_TRUE(same_bits(read_disparity(folder / "disp_0/000003_10.png"), map));
  EXPECT_EQ(read_image(folder / "disp_0/000003_10.png").sample(), Sample::u16);
  write_submission(folder, scene("eth3d", "sand_box_1l"), map, "CSCA", 0.5);
  EXPECT_TRUE(same_bits(read_disparity(folder / "low_res_two_view/sand_box_1l.pfm"), map));
  EXPECT_EQ(content("low_res_two_view/sand_box_1l.txt"), "runtime 0.50\n");
}

TEST_F(Submission, RefusesWhatNoServerTakes) {
  const auto refused = [&](const Scene& what, const char* method, float value = 2) {
    return error_of([&] { write_submission(folder, what, Plane<float>(3, 1, value), method, 1); });
  };
  EXPECT_TRUE(contains(refused(scene("new_tsukuba", "a"), "CSCA"), "no server that takes results for new_tsukuba"));
  EXPECT_TRUE(contains(refused(scene("eth3d", "a"), "../x"), "method is '../x'"));
  for (const char* dataset : {"eth3d", "kitti2012", "kitti2015"}) {
    EXPECT_TRUE(contains(refused(scene(dataset, "../../x"), "CSCA"), "'../../x' cannot be that of a folder"));
    EXPECT_TRUE(contains(refused(scene(dataset, ""), "CSCA"), "it is empty"));
  }
  EXPECT_TRUE(contains(refused(scene("kitti2012", "000000_10"), "CSCA", 300), "000000_10.png"));
  EXPECT_FALSE(std::filesystem::exists(folder / "000000_10.png"));
  text("low_res_two_view", "a file");
  EXPECT_TRUE(contains(refused(scene("eth3d", "a"), "CSCA"), "cannot create"));
}

}  // namespace
}  // namespace csca
