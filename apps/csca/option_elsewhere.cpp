// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "option_elsewhere.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace csca::app {
namespace {

constexpr std::string_view count = "the number of disparities is --levels N, or give --range MIN..MAX";
constexpr std::string_view largest = "disparities MIN to MAX are --range MIN..MAX";
constexpr std::string_view smallest = "the smallest disparity is --first N, or give --range MIN..MAX";
constexpr std::string_view window = "a block of 2 R + 1 pixels is --box-radius R";
constexpr std::string_view smoothness = "csca has no smoothness penalties; --lambda N ties the scales to each other";

// OpenCV's StereoBM and StereoSGBM, and names that other programs use.
constexpr std::array table = {
    OptionElsewhere{"numdisparities", "--levels", count},
    OptionElsewhere{"numdisp", "--levels", count},
    OptionElsewhere{"ndisp", "--levels", count},
    OptionElsewhere{"disparities", "--levels", count},
    OptionElsewhere{"maxdisparity", "--range", largest},
    OptionElsewhere{"maxdisp", "--range", largest},
    OptionElsewhere{"dispmax", "--range", largest},
    OptionElsewhere{"mindisparity", "--first", smallest},
    OptionElsewhere{"mindisp", "--first", smallest},
    OptionElsewhere{"dispmin", "--first", smallest},
    OptionElsewhere{"blocksize", "--box-radius", window},
    OptionElsewhere{"sadwindowsize", "--box-radius", window},
    OptionElsewhere{"windowsize", "--box-radius", window},
    OptionElsewhere{"p1", "--lambda", smoothness},
    OptionElsewhere{"p2", "--lambda", smoothness},
    OptionElsewhere{"disp12maxdiff", "--tolerance", "the left-right check is --right full with --tolerance PIXELS"},
    OptionElsewhere{"uniquenessratio", "--uniqueness", "the margin over the next best disparity is --uniqueness N"},
    OptionElsewhere{"specklewindowsize", "--speckle-size", "speckles go with --refine speckle and --speckle-size N"},
    OptionElsewhere{"specklerange", "--speckle-difference",
                    "speckles go with --refine speckle and --speckle-difference PIXELS"},
    OptionElsewhere{"algorithm", "--method", "the aggregation is --method NAME, and --preset NAME sets all at once"},
};

std::string folded(std::string_view word) {
  std::string name;
  for (const char c : word.substr(0, word.find('='))) {
    if (c >= 'A' && c <= 'Z') {
      name += static_cast<char>(c - 'A' + 'a');
    } else if (c != '-' && c != '_') {
      name += c;
    }
  }
  return name;
}

}  // namespace

const OptionElsewhere* option_elsewhere(std::string_view word) {
  if (!word.starts_with('-')) return nullptr;
  const std::string name = folded(word);
  const auto found = std::find_if(table.begin(), table.end(), [&](const auto& row) { return row.name == name; });
  return found == table.end() ? nullptr : &*found;
}

}  // namespace csca::app
