// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "explain/capture.hpp"
#include "json.hpp"
#include "picture/plot.hpp"

#include <csca/image.hpp>
#include <csca/plane.hpp>

#include <string>
#include <vector>

namespace csca::app {

/// What the explanation of any pixel or row needs to know of the pair and its match.
struct Scene {
  Image left;          ///< for display
  Plane<float> truth;  ///< empty when not given
  Result result;
  std::string plain;   ///< "nl"
  std::string across;  ///< "S+nl"
};

/// One explanation in its three forms.
struct Story {
  std::vector<std::vector<Plot>> plots;
  Json numbers;
  std::string text;
};

Story explain_pixel(const Scene& scene, const Capture& pixel, const PatchCapture& patch);
/// Adds the costs in the levels of the plane that won the pixel.
void explain_plane(const Scene& scene, const Capture& around, Story& story);
Story explain_row(const Scene& scene, const Capture& row);

inline constexpr int patch_radius = 24;  ///< pixels shown on each side of an explained one
inline constexpr int figure_width = 800;
inline constexpr Colour winner_red{214, 39, 40};
inline constexpr Colour truth_green{0, 140, 70};

/// The true disparity, NaN where it is unknown or was not given.
float truth_at(const Scene& scene, int x, int y);

/// "33.25", with no more digits than pixels deserve; "unknown" for NaN.
std::string known(double value);

/// The columns and rows from the first to the last given.
Image cut_out(const Image& picture, int left, int top, int right, int bottom);

/// A piece of an image as a plot's backdrop, with the image's columns and rows as axes.
Backdrop placed(Image piece, int left, int top);

/// The numbers of a row of floats; NaN becomes null.
Json json_array(const float* values, int count);

}  // namespace csca::app
