// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/contents.hpp"

#include "resume.hpp"

namespace csca::app {

std::map<std::string, std::string> contents_of(const Scene& scene) {
  std::map<std::string, std::string> hashes;
  const auto add = [&](const std::string& what, const std::filesystem::path& file) {
    if (!file.empty()) hashes[what] = content_hash(file);
  };
  add("left", scene.left);
  add("right", scene.right);
  add("truth", scene.truth);
  add("right truth", scene.right_truth);
  for (const auto& [region, file] : scene.masks) add("mask " + region, file);
  return hashes;
}

}  // namespace csca::app
