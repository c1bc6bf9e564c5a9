// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/check.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>

// Ways to spoil the right image of a good 8-bit pair.
namespace csca::wrong {

/// How the image is moved: turned about its middle, enlarged, and then lowered.
struct Motion {
  double degrees = 0;  ///< clockwise
  double scale = 1;
  double down = 0;  ///< pixels
};

inline Image moved(const Image& image, Motion motion) {
  Image result(image.width(), image.height(), image.channels(), Sample::u8);
  const double angle = motion.degrees * std::numbers::pi / 180;
  const double c = std::cos(angle) / motion.scale;
  const double s = std::sin(angle) / motion.scale;
  const double middle_x = image.width() / 2.0;
  const double middle_y = image.height() / 2.0;
  const int channels = image.channels();
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const double from_x = x - middle_x;
      const double from_y = y - motion.down - middle_y;
      const double u = std::clamp(middle_x + c * from_x + s * from_y, 0.0, image.width() - 1.001);
      const double v = std::clamp(middle_y - s * from_x + c * from_y, 0.0, image.height() - 1.001);
      const int column = static_cast<int>(u);
      const int row = static_cast<int>(v);
      for (int k = 0; k < channels; ++k) {
        const auto at = [&](int px, int py) -> double { return image.row<std::uint8_t>(py)[px * channels + k]; };
        const double above = std::lerp(at(column, row), at(column + 1, row), u - column);
        const double below = std::lerp(at(column, row + 1), at(column + 1, row + 1), u - column);
        result.row<std::uint8_t>(y)[x * channels + k] =
            static_cast<std::uint8_t>(std::lround(std::lerp(above, below, v - row)));
      }
    }
  }
  return result;
}

inline Image brightened(const Image& image, double factor) {
  Image result = image;
  const int samples = image.width() * image.channels();
  for (int y = 0; y < image.height(); ++y) {
    auto* row = result.row<std::uint8_t>(y);
    for (int i = 0; i < samples; ++i) row[i] = static_cast<std::uint8_t>(std::min(255.0, row[i] * factor));
  }
  return result;
}

/// The mean of squares of 2 radius + 1 pixels.
inline Image blurred(const Image& image, int radius) {
  Image result = image;
  const int channels = image.channels();
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      for (int k = 0; k < channels; ++k) {
        int sum = 0;
        int count = 0;
        for (int v = std::max(0, y - radius); v <= std::min(image.height() - 1, y + radius); ++v) {
          for (int u = std::max(0, x - radius); u <= std::min(image.width() - 1, x + radius); ++u) {
            sum += image.row<std::uint8_t>(v)[u * channels + k];
            ++count;
          }
        }
        result.row<std::uint8_t>(y)[x * channels + k] = static_cast<std::uint8_t>(sum / count);
      }
    }
  }
  return result;
}

inline const Finding* find(const std::vector<Finding>& findings, FindingKind kind) {
  const auto found =
      std::find_if(findings.begin(), findings.end(), [&](const Finding& finding) { return finding.kind == kind; });
  return found == findings.end() ? nullptr : &*found;
}

inline std::string list(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += finding.message + "\n";
  return text;
}

}  // namespace csca::wrong
