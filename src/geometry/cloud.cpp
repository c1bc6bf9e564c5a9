// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cloud.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/surface.hpp"

namespace csca {
namespace {

// A normal is fitted to disparities that differ by no more than this from the pixel's own, pixels: the same surface.
constexpr double surface_reach = 2;

void check_sizes(const Plane<float>& disparity, int width, int height, const char* what) {
  if (width == disparity.width() && height == disparity.height()) return;
  throw Error(fmt::format("the {} has {} x {} pixels and the disparity map {} x {}: give those that belong together",
                          what, width, height, disparity.width(), disparity.height()));
}

/// The image's colours as bytes; grey ones have three equal parts.
class Colours {
 public:
  explicit Colours(const ImageView& image) : image_(to_float(image, white_of(image, image))) {}

  std::array<std::uint8_t, 3> at(int x, int y) const {
    std::array<std::uint8_t, 3> colour;
    for (std::size_t i = 0; i < 3; ++i) {
      const Plane<float>& channel = image_.channels[image_.channels.size() == 3 ? i : 0];
      colour[i] = static_cast<std::uint8_t>(std::lround(std::clamp(channel(x, y), 0.0F, 1.0F) * 255));
    }
    return colour;
  }

 private:
  FloatImage image_;
};

/// Half a turn about x.
void turn_upright(Cloud& cloud) {
  cloud.upright = true;
  for (auto* vectors : {&cloud.points, &cloud.normals}) {
    for (auto& [x, y, z] : *vectors) {
      y = -y;
      z = -z;
    }
  }
}

}  // namespace

void validate(const CloudOptions& options) {
  check(options.range);
  if (!(options.min_confidence >= 0 && options.min_confidence <= 1)) {
    throw Error(fmt::format("min_confidence is {}: allowed is 0 to 1", options.min_confidence));
  }
  if (options.step < 1) throw Error(fmt::format("step is {}: allowed is 1 or more pixels", options.step));
  if (!(options.edge >= 0 && std::isfinite(options.edge))) {
    throw Error(fmt::format("edge is {}: allowed is 0 or a number of pixels above it", options.edge));
  }
}

Cloud cloud(const Plane<float>& disparity, const ImageView& left, const Calibration& calibration,
            const CloudOptions& options, const Plane<float>& confidence) {
  validate(options);
  const Plane<float> z = depth(disparity, calibration, options.range);
  const bool coloured = left.data != nullptr;
  if (coloured) {
    check(left, "left image");
    check_sizes(disparity, left.width, left.height, "left image");
  }
  if (!confidence.empty()) check_sizes(disparity, confidence.width(), confidence.height(), "confidence map");
  if (options.min_confidence > 0 && confidence.empty()) {
    throw Error("min_confidence needs a confidence map: match with a confidence");
  }
  const std::optional<Colours> colours = coloured ? std::optional<Colours>(left) : std::nullopt;

  Cloud cloud;
  for (int y = 0; y < z.height(); y += options.step) {
    for (int x = 0; x < z.width(); x += options.step) {
      const double metres = z(x, y);
      if (!(metres > 0)) continue;  // unknown
      if (!confidence.empty() && !(confidence(x, y) >= options.min_confidence)) continue;
      if (options.edge > 0 && geometry::flies(disparity, x, y, options.edge)) continue;
      std::optional<std::array<float, 3>> normal;
      if (options.normals) {
        normal = geometry::normal_at(disparity, x, y, calibration, surface_reach);
        if (!normal) continue;
        cloud.normals.push_back(*normal);
      }
      cloud.points.push_back({static_cast<float>((x - calibration.cx) * metres / calibration.focal_length),
                              static_cast<float>((y - calibration.cy) * metres / calibration.focal_length),
                              static_cast<float>(metres)});
      if (colours) cloud.colours.push_back(colours->at(x, y));
      if (!confidence.empty()) cloud.confidence.push_back(confidence(x, y));
    }
  }
  if (options.upright) turn_upright(cloud);
  return cloud;
}

}  // namespace csca
