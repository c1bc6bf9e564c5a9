// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>

#include <cmath>
#include <cstddef>

// Inline, since more than one library needs them.
namespace csca {

inline Matrix3 transposed(const Matrix3& m) { return {m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]}; }

inline Vector3 product(const Matrix3& m, const Vector3& v) {
  Vector3 result;
  for (std::size_t i = 0; i < 3; ++i) result[i] = m[3 * i] * v[0] + m[3 * i + 1] * v[1] + m[3 * i + 2] * v[2];
  return result;
}

inline Matrix3 product(const Matrix3& a, const Matrix3& b) {
  Matrix3 result;
  for (std::size_t column = 0; column < 3; ++column) {
    const Vector3 image = product(a, Vector3{b[column], b[3 + column], b[6 + column]});
    for (std::size_t row = 0; row < 3; ++row) result[3 * row + column] = image[row];
  }
  return result;
}

inline Vector3 difference(const Vector3& a, const Vector3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

/// K and t of a projection K [I | t], as rectified pairs have it.
inline Matrix3 camera_matrix(const Matrix34& p) { return {p[0], p[1], p[2], p[4], p[5], p[6], p[8], p[9], p[10]}; }

inline Vector3 translation_of(const Matrix34& p) {
  const double z = p[11];
  return {(p[3] - p[2] * z) / p[0], (p[7] - p[6] * z) / p[5], z};
}

/// K [I | t].
inline Matrix34 projection_of(const Matrix3& k, const Vector3& translation) {
  const Vector3 t = product(k, translation);
  return {k[0], k[1], k[2], t[0], k[3], k[4], k[5], t[1], k[6], k[7], k[8], t[2]};
}

/// Whether a matrix turns without stretching, to a thousandth.
inline bool is_rotation(const Matrix3& m) {
  constexpr double tolerance = 1e-3;
  const Matrix3 square = product(m, transposed(m));
  for (std::size_t i = 0; i < square.size(); ++i) {
    if (std::abs(square[i] - identity3[i]) > tolerance) return false;
  }
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]) >
         0;
}

}  // namespace csca
