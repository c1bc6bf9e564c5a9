// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "check/rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace csca {
namespace {

constexpr double steepest = 0.2;  // turn or growth: beyond that nobody mistakes the pair for a rectified one

struct Middle {
  double x = 0;
  double y = 0;
};

double error_of(const RowModel& model, const PointMatch& point, Middle middle) {
  const double x = static_cast<double>(point.x) - middle.x;
  const double y = static_cast<double>(point.y) - middle.y;
  return static_cast<double>(point.dy) - (model.shift + model.turn * x + model.growth * y);
}

/// Solves the 3 x 3 system by Cramer's rule; nothing changes where it has no solution.
void solve(const std::array<std::array<double, 3>, 3>& a, const std::array<double, 3>& b, RowModel& model) {
  const auto determinant = [](const std::array<std::array<double, 3>, 3>& m) {
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  };
  const double whole = determinant(a);
  if (std::abs(whole) < 1e-9) return;
  std::array<double, 3> solution = {};
  for (std::size_t k = 0; k < 3; ++k) {
    auto replaced = a;
    for (std::size_t row = 0; row < 3; ++row) replaced[row][k] = b[row];
    solution[k] = determinant(replaced) / whole;
  }
  model.shift = solution[0];
  model.turn = solution[1];
  model.growth = solution[2];
}

void least_squares(RowModel& model, Middle middle) {
  std::array<std::array<double, 3>, 3> a = {};
  std::array<double, 3> b = {};
  for (const PointMatch& point : model.agreeing) {
    const std::array<double, 3> row = {1, static_cast<double>(point.x) - middle.x,
                                       static_cast<double>(point.y) - middle.y};
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t k = 0; k < 3; ++k) a[i][k] += row[i] * row[k];
      b[i] += row[i] * static_cast<double>(point.dy);
    }
  }
  solve(a, b, model);
}

void find_agreeing(RowModel& model, const std::vector<PointMatch>& points, Middle middle, double tolerance) {
  model.agreeing.clear();
  for (const PointMatch& point : points) {
    if (std::abs(error_of(model, point, middle)) <= tolerance) model.agreeing.push_back(point);
  }
}

}  // namespace

RowModel fit_rows(const std::vector<PointMatch>& points, int width, int height, double tolerance) {
  RowModel best;
  if (points.size() < 3) return best;
  const Middle middle{width / 2.0, height / 2.0};
  const double least_area = 0.02 * width * height;
  std::uint32_t seed = 1;  // a fixed series of numbers: the same points give the same model
  const auto any = [&]() -> const PointMatch& {
    seed = seed * 1664525U + 1013904223U;
    return points[static_cast<std::size_t>((static_cast<std::uint64_t>(seed) * points.size()) >> 32)];
  };
  for (int trial = 0; trial < 300; ++trial) {
    const PointMatch& p = any();
    const PointMatch& q = any();
    const PointMatch& r = any();
    const auto qx = static_cast<double>(q.x - p.x);
    const auto qy = static_cast<double>(q.y - p.y);
    const auto rx = static_cast<double>(r.x - p.x);
    const auto ry = static_cast<double>(r.y - p.y);
    const double area = qx * ry - rx * qy;
    if (std::abs(area) < least_area) continue;
    const auto q_dy = static_cast<double>(q.dy - p.dy);
    const auto r_dy = static_cast<double>(r.dy - p.dy);
    RowModel model;
    model.turn = (q_dy * ry - r_dy * qy) / area;
    model.growth = (qx * r_dy - rx * q_dy) / area;
    if (std::abs(model.turn) > steepest || std::abs(model.growth) > steepest) continue;
    model.shift = error_of(model, p, middle);
    find_agreeing(model, points, middle, tolerance);
    if (model.agreeing.size() > best.agreeing.size()) best = std::move(model);
  }
  for (int step = 0; step < 3 && best.agreeing.size() >= 3; ++step) {
    least_squares(best, middle);
    find_agreeing(best, points, middle, tolerance);
  }
  std::vector<double> errors;
  for (const PointMatch& point : best.agreeing) errors.push_back(error_of(best, point, middle));
  std::sort(errors.begin(), errors.end());
  if (!errors.empty()) best.spread = (errors[errors.size() * 9 / 10] - errors[errors.size() / 10]) / 2;
  return best;
}

}  // namespace csca
