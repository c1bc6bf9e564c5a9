// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/samples.hpp"
#include "io/samples.hpp"

#include <csca/io.hpp>
#include <csca/options.hpp>

#include <filesystem>

// corpus DIR: a small file of each kind, from which the fuzzers start.
namespace {

std::filesystem::path folder;

void put(const std::string& target, const std::string& name, const std::string& bytes) {
  std::filesystem::create_directories(folder / target);
  csca::write_file(folder / target / name, bytes);
}

/// The reader that a file is for, by its first bytes.
std::string format_of(const std::string& bytes) {
  const std::string start = bytes.substr(0, 2);
  if (start == "\x89P") return "png";
  if (start == "\xff\xd8") return "jpeg";
  if (start == "II" || start == "MM") return "tiff";
  return start == "Pf" || start == "PF" ? "pfm" : "pnm";
}

}  // namespace

int main(int count, char** words) {
  if (count != 2) return 2;
  folder = words[1];
  for (const NamedBytes& file : one_of_each()) {
    for (const std::string& target : {format_of(file.bytes), std::string("mask"), std::string("disparity")}) {
      put(target, file.name, file.bytes);
    }
  }
  csca::Plane<float> map(3, 2);
  for (const char* ending : {".pfm", ".png", ".tif", ".npy"}) {
    put("disparity", std::string("map") + ending, csca::disparity_bytes(ending, map));
  }
  put("npy", "map", csca::disparity_bytes(".npy", map));
  std::string volume = csca::disparity_bytes(".npy", csca::Plane<float>(4, 3));
  if (const auto at = volume.find("(3, 4), "); at != std::string::npos) volume.replace(at, 8, "(3,2,2),");
  put("npy", "volume", volume);
  put("volume_note", "note", R"({"first": -3, "levels": 3, "width": 2, "height": 2, "stage": "raw", "scale": 0})");
  put("json", "settings", R"({"preset": "fast", "lambda": 2.5, "skip_zero": false, "more": [1, {"a": null}]})");
  put("configuration", "settings", R"({"preset": "fast", "lambda": 2.5, "skip_zero": false, "method": "0.3*gf+st"})");
  put("configuration", "report",
      R"({"options": {"max_memory": "3G", "refine": "wm,median", "first": "auto"}, "sign": "positive"})");
  put("pair_list", "list", "left,right,truth,name,first,levels,scale\na.png,b.png,\"c,d.pfm\",one,-3,16,1\n");
  put("manifest", "csv", "left,right,name,dataset,range,preset,lambda\na.png,\"b,c.png\",one,set,-3..16,fast,2\n");
  put("manifest", "jsonl", "{\"left\": \"a.png\", \"right\": \"b.png\", \"name\": \"n\", \"levels\": 16}\n");
  put("calibration", "rig.yml", samples::head + samples::intrinsics + samples::extrinsics);
  put("calibration", "rig.xml", samples::xml);
  put("calibration", "calib.txt", samples::middlebury);
  put("calibration", "kitti.txt", samples::kitti);
  put("calibration", "calib_cam_to_cam.txt", samples::raw_kitti);
  put("match", "empty", std::string(64, '\0'));
  put("studio", "empty", std::string(64, '\0'));
  put("studio", "match", R"("x": 3, "y": 2, "coarse": true, "view": "a"})" + std::string(30, '\1'));
  return 0;
}
