// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <string>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// What can be wrong with a pair; `measure` of a finding is in the unit named here.
enum class FindingKind {
  other_scene,  ///< the images do not show the same things; share of the left image that the right one shows
  same_image,   ///< one image twice; share of its points that have not moved
  swapped,      ///< left and right are swapped; share of the points with a negative disparity
  row_shift,    ///< the right image is lower (above 0) or higher than the left one; pixels
  rotation,     ///< the right image is turned clockwise (above 0) or counter-clockwise; degrees
  scale,        ///< things are larger (above 0) or smaller in the right image; percent
  unrectified,  ///< rows do not correspond, and in no simple way; pixels by which most points miss their row
  exposure,     ///< the right image is brighter (above 1) or darker; factor
  focus,        ///< the right image is sharper (above 1) or more blurred; factor
  blank,        ///< an image has hardly any texture; share of its area
  saturated,    ///< an image is overexposed; share of its area
  range,        ///< the range that the options ask for does not fit the image; share of its levels that do
};

/// The kind in lower case, as the tool's JSON has it: "row_shift".
std::string_view name_of(FindingKind kind);

struct Finding {
  FindingKind kind;
  double measure = 0;
  std::string message;  ///< what is wrong, how much of it, what to do: one or two sentences
};

/// Looks at small copies for signs that the two images are no rectified pair, or that little can be matched. A good
/// pair has no findings. Masked pixels and pixels without data take no part. Throws Error for images that cannot be
/// read or differ in size. `match` does this too, and tells the messages in `Result::warnings`: options.input.check.
std::vector<Finding> check_pair(const Pair& pair, const Options& options = {});

}  // namespace csca
#pragma GCC visibility pop
