// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"

#include <csca/geometry.hpp>
#include <csca/image.hpp>
#include <csca/match.hpp>
#include <csca/plane.hpp>

#include <optional>
#include <string>
#include <vector>

namespace csca::app::studio {

/// A pair and a half of it, and so on, for quick answers.
struct SmallPair {
  Image left;
  Image right;
};

/// A pair that is looked at, and what is known of it. Never changed once it is made: requests share it.
struct Scene {
  std::string id;
  std::string title;
  Image left;
  Image right;
  Plane<float> truth = {};  ///< may be empty
  Mask counts = {};         ///< 255 where a score counts a pixel; empty: all with a truth
  std::optional<Calibration> camera = {};
  Levels range = {};                                      ///< what `match` would search without being told
  std::vector<SmallPair> halves = {};                     ///< of half the width and height, a quarter, ...
  std::string command = "csca match left.png right.png";  ///< what a command line for it begins with

  Json description() const;
};

/// The scene with what follows from its images. Throws Error for a pair that cannot be matched, and for a truth of
/// another size.
Scene completed(Scene scene);

/// A rendered pair to begin with.
struct Demo {
  const char* id;
  const char* title;
  const char* help;
  Scene (*render)();
};
const std::vector<Demo>& demos();

}  // namespace csca::app::studio
