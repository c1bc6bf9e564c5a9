// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/io.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "dataset/about.hpp"
#include "dataset/collector.hpp"
#include "dataset/folders.hpp"
#include "io/files.hpp"

// Middlebury 2005 and 2006: Art/{view1.png, view5.png, disp1.png, disp5.png}, in any of three sizes.
namespace csca::dataset {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 9> of_2005 = {"Art",     "Books",   "Computer", "Dolls",   "Drumsticks",
                                                     "Dwarves", "Laundry", "Moebius",  "Reindeer"};

struct Size {
  std::string_view folder;  ///< as the archives' folders are called
  int height;               ///< of every image of that size
  std::string_view ending;  ///< of the data set's name
};

constexpr std::array<Size, 3> sizes = {
    {{"thirdsize", 370, ""}, {"halfsize", 555, "_half"}, {"fullsize", 1110, "_full"}}};

const Size* size_by_folder(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& part : fs::absolute(folder, ignored)) {
    for (const Size& size : sizes) {
      if (plain(part.string()) == size.folder) return &size;
    }
  }
  return nullptr;
}

/// The archives do not carry their size's name, but all images of a size have one height.
const Size* size_by_height(const fs::path& image) {
  const int height = read_image(image).height();
  const auto size = std::find_if(sizes.begin(), sizes.end(), [&](const Size& s) { return s.height == height; });
  return size == sizes.end() ? nullptr : &*size;
}

void add_scene(const fs::path& folder, const std::string& year, Collector& found) {
  const std::string name = name_of(folder);
  const std::optional<fs::path> left = file_called(folder, "view1");
  const Size* size = size_by_folder(folder);
  if (size == nullptr && left) size = size_by_height(*left);
  if (size == nullptr) {
    return found.problem(scene_of(year, name),
                         fmt::format("{} is not of third, half or full size; put it into a folder ThirdSize, HalfSize "
                                     "or FullSize",
                                     io::quoted(folder)));
  }
  Scene scene = scene_of(year + std::string(size->ending), name);
  scene.left = file_or_default(folder, "view1");
  scene.right = file_or_default(folder, "view5");
  scene.truth = file_or_default(folder, "disp1");
  scene.right_truth = file_or_default(folder, "disp5");
  if (is_file(scene.truth) && !is_file(scene.right_truth)) {
    return found.problem(
        scene, fmt::format("{}, which tells occluded pixels, is missing; put it there", io::quoted(scene.right_truth)));
  }
  found.add(std::move(scene));
}

}  // namespace

void find_middlebury_2006(const fs::path& folder, Collector& found) {
  for (const fs::path& inner : folders_in(folder)) {
    if (!file_called(inner, "view1") && !file_called(inner, "view5")) continue;
    const std::string name = name_of(inner);
    const bool is_2005 = std::find(of_2005.begin(), of_2005.end(), name) != of_2005.end();
    const std::string year = is_2005 ? "middlebury_2005" : "middlebury_2006";
    found.attempt(scene_of(year, name), [&] { add_scene(inner, year, found); });
  }
}

}  // namespace csca::dataset
