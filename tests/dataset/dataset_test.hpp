// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>
#include <csca/image.hpp>
#include <csca/io.hpp>

#include "support/expect.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

namespace csca {

/// A fresh folder for each test, in which it lays out a data set of tiny images, 6 x 4 unless told.
class DatasetTest : public testing::Test {
 protected:
  DatasetTest() {
    std::string name = (std::filesystem::temp_directory_path() / "csca-dataset-XXXXXX").string();
    folder = ::mkdtemp(name.data());
  }
  ~DatasetTest() override { std::filesystem::remove_all(folder); }

  std::filesystem::path made(const std::string& name) const {
    std::filesystem::create_directories((folder / name).parent_path());
    return folder / name;
  }

  void text(const std::string& name, const std::string& content) const { std::ofstream(made(name)) << content; }

  /// 8-bit grey; one value for all pixels, or one each.
  void grey(const std::string& name, const std::vector<std::uint8_t>& values = {7}, int width = 6,
            int height = 4) const {
    Mask pixels(width, height, values[0]);
    if (values.size() > 1) std::copy(values.begin(), values.end(), pixels.begin());
    write_png(made(name), {pixels.data(), width, height, 1, Sample::u8, width});
  }

  /// A float or KITTI map, by the ending.
  void map(const std::string& name, const std::vector<float>& values = {2}, int width = 6, int height = 4) const {
    Plane<float> plane(width, height, values[0]);
    if (values.size() > 1) std::copy(values.begin(), values.end(), plane.begin());
    write_disparity(made(name), plane);
  }

  FoundScenes found() const { return find_scenes(folder); }

  /// The only one there; a test that finds other than one scene fails.
  Scene only_scene() const {
    const FoundScenes all = found();
    EXPECT_EQ(all.scenes.size(), 1U);
    EXPECT_TRUE(all.problems.empty()) << all.problems.front();
    return all.scenes.empty() ? Scene() : all.scenes[0];
  }

  static std::vector<std::string> names_of(const GroundTruth& truth) {
    std::vector<std::string> names;
    for (const Region& region : truth.regions) names.push_back(region.name);
    return names;
  }

  static std::size_t pixels_in(const Region& region) {
    return static_cast<std::size_t>(std::count(region.mask.begin(), region.mask.end(), std::uint8_t{255}));
  }

  std::filesystem::path folder;
};

using Names = std::vector<std::string>;

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

}  // namespace csca
