// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/dataset.hpp>
#include <csca/io.hpp>

#include "support/scenes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>

// occlusions: how much the rule that tells occluded pixels matters. Non-occluded pixels by cross-checking the truths,
// at several tolerances, beside the masks that come with the scenes under $CSCA_DATA, and bad-1 of box and S+box on
// each. Prints the tables of docs/datasets.md.
namespace {

struct Sums {
  double share = 0;
  double differs = 0;
  double plain = 0;
  double cross_scale = 0;
};

struct Rule {
  const char* name;
  std::function<csca::Mask(const csca::GroundTruth& truth, const csca::Plane<float>& right)> mask;
  Sums sums = {};
};

/// Pixels whose partner is left of the right image can be called non-occluded too: nothing in the scene hides them.
csca::Mask with_outside(csca::Mask mask, const csca::Plane<float>& truth) {
  for (int y = 0; y < mask.height(); ++y) {
    for (int x = 0; x < mask.width(); ++x) {
      if (truth(x, y) > static_cast<float>(x)) mask(x, y) = 255;
    }
  }
  return mask;
}

std::vector<Rule> rules() {
  const auto checked = [](double tolerance) {
    return [tolerance](const csca::GroundTruth& truth, const csca::Plane<float>& right) {
      return csca::cross_checked(truth.disparity, right, tolerance);
    };
  };
  return {
      {"tolerance 0.5", checked(0.5)},
      {"tolerance 1", checked(1)},
      {"tolerance 2", checked(2)},
      {"tolerance 1, outside counts",
       [](const csca::GroundTruth& truth, const csca::Plane<float>& right) {
         return with_outside(csca::cross_checked(truth.disparity, right, 1), truth.disparity);
       }},
      {"nonocc.png", [](const csca::GroundTruth& truth, const csca::Plane<float>&) { return truth.regions[0].mask; }}};
}

/// Share of pixels of known truth that are in one mask, or in just one of two.
double share(const csca::GroundTruth& truth, const csca::Mask& mask, const csca::Mask* other = nullptr) {
  double known = 0;
  double counted = 0;
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (!std::isfinite(truth.disparity.data()[i])) continue;
    ++known;
    const bool inside = mask.data()[i] == 255;
    if (other == nullptr ? inside : inside != (other->data()[i] == 255)) ++counted;
  }
  return 100 * counted / known;
}

csca::Plane<float> box(const csca::Scene& scene, const char* scales) {
  const std::vector<csca::Setting> settings = {
      {"method", "box"}, {"first", "0"}, {"levels", std::to_string(scene.levels)}, {"scales", scales}};
  return csca::match(csca::read_image(scene.left), csca::read_image(scene.right), csca::make_options("", settings))
      .disparity;
}

void print_table(const std::string& dataset) {
  std::vector<Rule> all = rules();
  double scenes = 0;
  const std::vector<std::string> only = {dataset};
  for (const csca::Scene& scene : csca::find_scenes(*csca::scenes::data_folder(), only).scenes) {
    if (scene.right_truth.empty()) continue;
    const csca::GroundTruth truth = csca::read_truth(scene);
    const csca::Plane<float> right = csca::read_disparity(scene.right_truth, scene.truth_scale);
    const csca::Plane<float> plain = box(scene, "1");
    const csca::Plane<float> cross_scale = box(scene, "5");
    ++scenes;
    for (Rule& rule : all) {
      const csca::Mask mask = rule.mask(truth, right);
      rule.sums.share += share(truth, mask);
      rule.sums.differs += share(truth, mask, &truth.regions[0].mask);
      rule.sums.plain += csca::evaluate(plain, truth.disparity, mask).bad;
      rule.sums.cross_scale += csca::evaluate(cross_scale, truth.disparity, mask).bad;
    }
  }
  fmt::print("\n| {}, {} scenes | non-occluded, % | differs from nonocc.png, % | box, bad-1 % | S+box, bad-1 % |\n",
             dataset, scenes);
  fmt::print("|---|---:|---:|---:|---:|\n");
  for (const Rule& rule : all) {
    fmt::print("| {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} |\n", rule.name, rule.sums.share / scenes,
               rule.sums.differs / scenes, rule.sums.plain / scenes, rule.sums.cross_scale / scenes);
  }
}

}  // namespace

int main() try {
  if (!csca::scenes::data_folder()) {
    fmt::print(stderr, "usage: CSCA_DATA=DIR occlusions\n");
    return 2;
  }
  for (const char* dataset : {"middlebury_v2", "middlebury_2005", "middlebury_2006"}) print_table(dataset);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "occlusions: {}\n", error.what());
  return 1;
}
