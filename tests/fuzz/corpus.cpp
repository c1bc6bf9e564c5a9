// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/samples.hpp"
#include "io/samples.hpp"

#include <csca/io.hpp>
#include <csca/options.hpp>

#include <filesystem>

// corpus DIR: a small file of each kind, from which the fuzzers start.
int main(int count, char** words) {
  if (count != 2) return 2;
  const std::filesystem::path folder = words[1];
  const auto put = [&](const char* target, const std::string& name, const std::string& bytes) {
    std::filesystem::create_directories(folder / target);
    csca::write_file(folder / target / name, bytes);
  };
  for (const NamedBytes& file : one_of_each()) {
    for (const char* target : {"image", "mask", "disparity"}) put(target, file.name, file.bytes);
  }
  csca::Plane<float> map(3, 2);
  for (const char* ending : {".pfm", ".png", ".tif", ".npy"}) {
    put("disparity", std::string("map") + ending, csca::disparity_bytes(ending, map));
  }
  put("json", "settings", R"({"preset": "fast", "lambda": 2.5, "skip_zero": false, "more": [1, {"a": null}]})");
  put("pair_list", "list", "left,right,truth,name,first,levels,scale\na.png,b.png,\"c,d.pfm\",one,-3,16,1\n");
  put("calibration", "rig.yml", samples::head + samples::intrinsics + samples::extrinsics);
  put("calibration", "rig.xml", samples::xml);
  put("calibration", "calib.txt", samples::middlebury);
  put("calibration", "kitti.txt", samples::kitti);
  put("calibration", "calib_cam_to_cam.txt", samples::raw_kitti);
  put("match", "empty", std::string(64, '\0'));
  return 0;
}
