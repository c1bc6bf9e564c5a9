// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>

namespace csca::synth {

/// A place in the plane one unit before a camera.
struct Ray {
  double x = 0;
  double y = 0;
};

/// LensModel::radial with five coefficients, by sums and products alone: the same bits on every machine.
struct Lens {
  double k1 = 0, k2 = 0, p1 = 0, p2 = 0, k3 = 0;

  /// Where the ray meets the sensor.
  Ray bend(const Ray& ray) const {
    const double r2 = ray.x * ray.x + ray.y * ray.y;
    const double grow = 1 + r2 * (k1 + r2 * (k2 + r2 * k3));
    return {ray.x * grow + 2 * p1 * ray.x * ray.y + p2 * (r2 + 2 * ray.x * ray.x),
            ray.y * grow + p1 * (r2 + 2 * ray.y * ray.y) + 2 * p2 * ray.x * ray.y};
  }

  /// The ray that meets the sensor there. Each step takes off what the last one's ray is bent too far.
  Ray straighten(const Ray& bent) const {
    Ray ray = bent;
    for (int step = 0; step < 20; ++step) {
      const Ray there = bend(ray);
      const Ray miss = {bent.x - there.x, bent.y - there.y};
      ray = {ray.x + miss.x, ray.y + miss.y};
      if (miss.x * miss.x + miss.y * miss.y < 1e-16) break;
    }
    return ray;
  }
};

inline double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

inline Vector3 operator*(const Matrix3& m, const Vector3& v) {
  return {m[0] * v[0] + m[1] * v[1] + m[2] * v[2], m[3] * v[0] + m[4] * v[1] + m[5] * v[2],
          m[6] * v[0] + m[7] * v[1] + m[8] * v[2]};
}

inline Matrix3 transposed(const Matrix3& m) { return {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}; }

inline Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  Matrix3 product = {};
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t k = 0; k < 3; ++k) product[i] += a[i / 3 * 3 + k] * b[3 * k + i % 3];
  }
  return product;
}

/// The rotation whose axis is (x, y, z) and whose half angle has the axis's length as its tangent.
inline Matrix3 rotation_of(double x, double y, double z) {
  const double s = 1 / (1 + x * x + y * y + z * z);
  return {s * (1 + x * x - y * y - z * z), s * 2 * (x * y - z), s * 2 * (x * z + y), s * 2 * (x * y + z),
          s * (1 - x * x + y * y - z * z), s * 2 * (y * z - x), s * 2 * (x * z - y), s * 2 * (y * z + x),
          s * (1 - x * x - y * y + z * z)};
}

}  // namespace csca::synth
