// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "dataset/collector.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include "dataset/folders.hpp"
#include "dataset/scene_name.hpp"
#include "io/files.hpp"

namespace csca::dataset {

void Collector::add(Scene scene) {
  if (const std::string why = name_problem(scene.name); !why.empty()) return problem(scene, why);
  if (scene.truth.empty()) scene.truth_expected = false;
  std::vector<std::pair<std::string_view, const std::filesystem::path*>> parts = {{"the left image", &scene.left},
                                                                                  {"the right image", &scene.right}};
  if (!scene.truth.empty()) parts.emplace_back("the ground truth", &scene.truth);
  for (const auto& [region, file] : scene.masks) parts.emplace_back("the mask", &file);
  for (const auto& [what, file] : parts) {
    if (is_file(*file)) continue;
    return problem(
        scene, fmt::format("{} {} is missing; put it there, or unpack the data set again", what, io::quoted(*file)));
  }
  if (!is_file(scene.right_truth)) scene.right_truth.clear();  // it only helps
  scenes.push_back(std::move(scene));
}

void Collector::attempt(const Scene& scene, const std::function<void()>& part) {
  try {
    part();
  } catch (const Error& error) {
    problem(scene, error.what());
  }
}

void Collector::problem(const Scene& scene, std::string_view what) {
  problems.emplace_back(scene.dataset, fmt::format("{}{}{}: {}", scene.dataset, scene.name.empty() ? "" : " ",
                                                   printable(scene.name), what));
}

}  // namespace csca::dataset
