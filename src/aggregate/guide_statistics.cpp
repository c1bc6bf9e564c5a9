// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guide_statistics.hpp"

#include <algorithm>
#include <numeric>

namespace csca {
namespace {

/// Mean over the window, clipped at the border. Doubles: this is done once an image, and everything later depends on
/// it.
Plane<double> box_mean(const Plane<double>& in, int radius) {
  const int width = in.width();
  const int height = in.height();
  Plane<double> out(width, height);
  std::vector<double> columns(width);
  for (int y = -radius; y < height; ++y) {
    const int entering = y + radius;
    const int leaving = y - radius - 1;
    for (int x = 0; x < width; ++x) {
      if (entering < height) columns[x] += in(x, entering);
      if (leaving >= 0) columns[x] -= in(x, leaving);
    }
    if (y < 0) continue;
    const int rows = std::min(y + radius, height - 1) - std::max(y - radius, 0) + 1;
    double sum = std::accumulate(columns.begin(), columns.begin() + std::min(radius, width), 0.0);
    for (int x = 0; x < width; ++x) {
      if (x + radius < width) sum += columns[x + radius];
      if (x - radius - 1 >= 0) sum -= columns[x - radius - 1];
      out(x, y) = sum / (rows * (std::min(x + radius, width - 1) - std::max(x - radius, 0) + 1));
    }
  }
  return out;
}

Plane<double> product(const Plane<double>& a, const Plane<double>& b) {
  Plane<double> result(a.width(), a.height());
  for (std::size_t i = 0; i < result.size(); ++i) result.data()[i] = a.data()[i] * b.data()[i];
  return result;
}

/// Inverse of a symmetric matrix, both as upper triangles: by cofactors for 3x3.
std::array<double, 1> invert(const std::array<double, 1>& m) { return {1 / m[0]}; }
std::array<double, 6> invert(const std::array<double, 6>& m) {
  const auto [rr, rg, rb, gg, gb, bb] = m;
  const double c_rr = gg * bb - gb * gb;
  const double c_rg = gb * rb - rg * bb;
  const double c_rb = rg * gb - gg * rb;
  const double determinant = rr * c_rr + rg * c_rg + rb * c_rb;
  return {c_rr / determinant,
          c_rg / determinant,
          c_rb / determinant,
          (rr * bb - rb * rb) / determinant,
          (rb * rg - rr * gb) / determinant,
          (rr * gg - rg * rg) / determinant};
}

Plane<float> to_single(const Plane<double>& plane) {
  Plane<float> result(plane.width(), plane.height());
  std::transform(plane.begin(), plane.end(), result.begin(), [](double v) { return static_cast<float>(v); });
  return result;
}

}  // namespace

template <int channels>
GuideStatistics<channels>::GuideStatistics(const FloatImage& image, int radius, double epsilon) {
  const int width = image.width();
  const int height = image.height();
  std::array<Plane<double>, channels> shifted;
  std::array<Plane<double>, channels> means;
  for (int c = 0; c < channels; ++c) {
    const Plane<float>& channel = image.channels[c];
    const double global = std::accumulate(channel.begin(), channel.end(), 0.0) / static_cast<double>(channel.size());
    shifted[c] = Plane<double>(width, height);
    std::transform(channel.begin(), channel.end(), shifted[c].begin(), [=](float v) { return v - global; });
    means[c] = box_mean(shifted[c], radius);
  }
  std::array<Plane<double>, pairs> covariance;
  for (int a = 0, i = 0; a < channels; ++a) {
    for (int b = a; b < channels; ++b, ++i) {
      covariance[i] = box_mean(product(shifted[a], shifted[b]), radius);
      for (std::size_t p = 0; p < covariance[i].size(); ++p) {
        covariance[i].data()[p] += (a == b ? epsilon : 0) - means[a].data()[p] * means[b].data()[p];
      }
    }
  }
  for (auto& plane : inverse) plane = Plane<float>(width, height);
  for (std::size_t p = 0; p < inverse[0].size(); ++p) {
    std::array<double, pairs> matrix;
    for (int i = 0; i < pairs; ++i) matrix[i] = covariance[i].data()[p];
    const auto inverted = invert(matrix);
    for (int i = 0; i < pairs; ++i) inverse[i].data()[p] = static_cast<float>(inverted[i]);
  }
  for (int c = 0; c < channels; ++c) {
    guide[c] = to_single(shifted[c]);
    mean[c] = to_single(means[c]);
  }
}

template struct GuideStatistics<1>;
template struct GuideStatistics<3>;

}  // namespace csca
