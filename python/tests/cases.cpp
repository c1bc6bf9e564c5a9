// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
//
// cases CASE LEFT RIGHT LEFT_MASK RIGHT_MASK: matches two files as a C++ program would, with options that are set in
// the struct, and writes cpp_*.{pfm,png}. test_same_bytes.py has the same cases for the tool and for Python.
#include <csca/csca.hpp>
#include <csca/io.hpp>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>
#include <string_view>

namespace {

struct Case {
  std::string_view name;
  void (*choose)(csca::Options& options, csca::Pair& pair);
};

// Every step differs from its default in some case.
const Case cases[] = {
    {"default", [](auto& options, auto&) { options = csca::make_options("default"); }},
    {"finished",
     [](auto& options, auto&) {
       options.range = {.first = -4, .levels = 24};
       options.aggregate.method = "gf+st";
       options.select.right = csca::RightView::full;
       options.refine.steps = "wm,median";
       options.refine.fill = csca::Fill::all;
     }},
    {"census",
     [](auto& options, auto&) {
       options.range.levels = 16;
       options.range.skip_zero = true;
       options.cost.method = "cen";
       options.cost.cen.window = 7;
       options.scale.lambda = 0.5;
       options.scale.level_map = csca::Interpolation::nearest;
     }},
    {"paper",
     [](auto& options, auto&) {
       options = csca::make_options("paper");
       options.range.levels = 16;
       options.aggregate.method = "nl";
     }},
    {"confidence",
     [](auto& options, auto&) {
       options.input.white = 200.5;
       options.range.levels = 20;
       options.select.right = csca::RightView::diagonal;
       options.select.confidence = csca::Confidence::peak_ratio;
       options.run.precision = csca::Precision::floats;
     }},
    {"gradient",
     [](auto& options, auto&) {
       options.range = {.first = -3, .levels = 19};
       options.cost.method = "grd";
       options.cost.outside = csca::Outside::black;
       options.aggregate.method = "bf";
       options.aggregate.bf.radius = 5;
       options.scale.scales = 3;
       options.scale.space_map = csca::Interpolation::nearest;
       options.select.subpixel = csca::Subpixel::equiangular;
       options.select.confidence = csca::Confidence::ambiguity;
       options.run.threads = 2;
       options.run.slab = 8;
     }},
    {"masks",
     [](auto& options, auto& pair) {
       pair.left_mask = csca::read_mask("left_mask.png");
       pair.right_mask = csca::read_mask("right_mask.png");
       options.range.levels = 16;
       options.aggregate.method = "gf";
       options.aggregate.gf = {.radius = 4, .epsilon = 0.001};
       options.select.right = csca::RightView::full;
       options.select.tolerance = 2;
       options.select.confidence = csca::Confidence::left_right;
       options.refine.steps = "speckle";
       options.refine.fill = csca::Fill::background;
       options.refine.speckle.size = 30;
     }},
    {"whole",
     [](auto& options, auto&) {
       options.range.levels = 16;
       options.aggregate.box = {.radius = 2, .normalise = false};
       options.scale.scales = 1;
       options.select.subpixel = csca::Subpixel::none;
       options.refine.steps = "nl";
     }},
};

}  // namespace

int main(int argc, char** argv) try {
  const std::string_view name = argc > 1 ? argv[1] : "";
  const auto* found =
      std::find_if(std::begin(cases), std::end(cases), [&](const Case& one) { return one.name == name; });
  if (found == std::end(cases)) throw csca::Error("there is no case '" + std::string(name) + "'");
  csca::Options options;
  const csca::Image left = csca::read_image("left.png");
  const csca::Image right = csca::read_image("right.png");
  csca::Pair pair{left, right};
  found->choose(options, pair);
  const csca::Result result = csca::match(pair, options);
  csca::write_disparity("cpp.pfm", result.disparity);
  const auto& flags = result.validity;
  csca::write_png("cpp_flags.png", {flags.data(), flags.width(), flags.height(), 1, csca::Sample::u8, flags.width()});
  if (!result.right_disparity.empty()) csca::write_disparity("cpp_right.pfm", result.right_disparity);
  if (!result.confidence.empty()) csca::write_disparity("cpp_confidence.pfm", result.confidence);
  return 0;
} catch (const csca::Error& error) {
  std::fprintf(stderr, "cases: %s\n", error.what());
  return 2;
}
