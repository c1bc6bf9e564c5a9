// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"
#include "io/files.hpp"

// KITTI: training/ with a folder for each kind of file, frames in them called 000000_10.png.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

/// One of the two years, or its grey and its coloured images: the first whose folders are there is taken.
struct Kind {
  std::string_view dataset;
  std::string_view left;
  std::string_view right;
  std::string_view occ;
  std::string_view noc;
  std::string_view objects;
};

constexpr std::array<Kind, 3> kinds = {{{"kitti2015", "image_2", "image_3", "disp_occ_0", "disp_noc_0", "obj_map"},
                                        {"kitti2012", "colored_0", "colored_1", "disp_occ", "disp_noc", ""},
                                        {"kitti2012", "image_0", "image_1", "disp_occ", "disp_noc", ""}}};

bool has_truth(const fs::path& folder, const Kind& kind) {
  return is_folder(folder / kind.occ) || is_folder(folder / kind.noc);
}

void add_frame(const fs::path& folder, const fs::path& left, const Kind& kind, Collector& found) {
  const fs::path file = left.filename();
  Scene scene = scene_of(kind.dataset, left.stem().string());
  scene.left = left;
  scene.right = folder / kind.right / file;
  if (has_truth(folder, kind)) {
    scene.truth = folder / (is_folder(folder / kind.occ) ? kind.occ : kind.noc) / file;
    if (is_folder(folder / kind.noc)) scene.masks.emplace_back("noc", folder / kind.noc / file);
    if (!kind.objects.empty() && is_folder(folder / kind.objects)) {
      scene.masks.emplace_back("objects", folder / kind.objects / file);
    }
  }
  found.add(std::move(scene));
}

}  // namespace

void find_kitti(const fs::path& folder, Collector& found) {
  for (const Kind& kind : kinds) {
    if (!is_folder(folder / kind.left)) continue;
    if (!has_truth(folder, kind) && !is_test_part(folder)) {  // one sentence serves all frames
      return found.problem(scene_of(kind.dataset, ""), fmt::format("the ground truth {} is missing; unpack it there",
                                                                   io::quoted(folder / kind.occ)));
    }
    for (const fs::path& left : files_in(folder / kind.left)) {
      // The frames before and after, 000000_00 to 000000_20, have no truth.
      if (left.stem().string().ends_with("_10")) add_frame(folder, left, kind, found);
    }
    return;
  }
}

}  // namespace csca::dataset
