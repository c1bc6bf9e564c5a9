// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/find_planes.hpp"

#include "planes/plane_kernels.hpp"

#include <csca/aligned.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>

namespace csca {
namespace {

constexpr double near = 0.7;          // a pixel within this of a plane lies on it, pixels
constexpr double reached = 1;         // one within this is served by the plane's levels, pixels
constexpr double least_share = 0.02;  // of all samples, which a plane needs
constexpr double neighbourhood = 60;  // three samples that make a plane lie so near to each other, pixels
constexpr double steepest_along = 0.6;
constexpr double steepest_down = 2;
constexpr int trials = 1500;
constexpr std::size_t counted = 3000;  // samples that a trial is counted on

struct Point {
  float x;
  float y;
  float d;
};

PooledVector<Point> samples_of(const Plane<float>& disparity) {
  constexpr double wanted = 40000;
  const double pixels = static_cast<double>(disparity.width()) * disparity.height();
  const int step = std::max(1, static_cast<int>(std::sqrt(pixels / wanted)));
  PooledVector<Point> samples;
  for (int y = step / 2; y < disparity.height(); y += step) {
    for (int x = step / 2; x < disparity.width(); x += step) {
      if (std::isfinite(disparity(x, y))) {
        samples.push_back({static_cast<float>(x), static_cast<float>(y), disparity(x, y)});
      }
    }
  }
  return samples;
}

bool plausible(const SlantedPlane& plane) {
  return std::abs(plane.along) <= steepest_along && std::abs(plane.down) <= steepest_down;
}

double distance(const SlantedPlane& plane, const Point& sample) {
  return std::abs(plane.at(sample.x, sample.y) - sample.d);
}

bool lies_on(const SlantedPlane& plane, const Point& sample) { return distance(plane, sample) <= near; }

/// What a sample on the plane counts: the steeper a surface, the worse do windows that face the camera serve it.
/// `facing` is what one counts that faces the camera itself.
double weight_of(const SlantedPlane& plane, double facing) {
  constexpr double steep = 0.15;
  return facing + (1 - facing) * std::min(1.0, std::hypot(plane.along, plane.down) / steep);
}

std::optional<SlantedPlane> through(const Point& a, const Point& b, const Point& c) {
  const double bx = b.x - a.x;
  const double by = b.y - a.y;
  const double cx = c.x - a.x;
  const double cy = c.y - a.y;
  const double area = bx * cy - by * cx;
  if (std::abs(area) < 50) return {};  // nearly on a line
  const double along = ((b.d - a.d) * cy - (c.d - a.d) * by) / area;
  const double down = ((c.d - a.d) * bx - (b.d - a.d) * cx) / area;
  const SlantedPlane plane{along, down, a.d - along * a.x - down * a.y};
  return plausible(plane) ? std::optional(plane) : std::nullopt;
}

/// Least squares over the samples that lie on the plane.
SlantedPlane fitted(const SlantedPlane& plane, const PooledVector<Point>& samples) {
  double n = 0, mx = 0, my = 0, md = 0;
  for (const Point& s : samples) {
    if (!lies_on(plane, s)) continue;
    n += 1;
    mx += s.x;
    my += s.y;
    md += s.d;
  }
  if (n < 3) return plane;
  mx /= n;
  my /= n;
  md /= n;
  double xx = 0, xy = 0, yy = 0, xd = 0, yd = 0;
  for (const Point& s : samples) {
    if (!lies_on(plane, s)) continue;
    const double x = s.x - mx;
    const double y = s.y - my;
    const double d = s.d - md;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    xd += x * d;
    yd += y * d;
  }
  const double determinant = xx * yy - xy * xy;
  if (determinant < 1e-6 * xx * yy) return plane;
  const double along = (xd * yy - yd * xy) / determinant;
  const double down = (yd * xx - xd * xy) / determinant;
  const SlantedPlane better{along, down, md - along * mx - down * my};
  return plausible(better) ? better : plane;
}

/// Every n-th sample, which trials are counted on.
class Counted {
 public:
  explicit Counted(const PooledVector<Point>& samples) {
    const std::size_t step = std::max<std::size_t>(1, samples.size() / counted);
    count_ = (samples.size() + step - 1) / step;
    values_.resize(3 * count_);
    for (std::size_t i = 0; i < count_; ++i) {
      values_[i] = samples[i * step].x;
      values_[count_ + i] = samples[i * step].y;
      values_[2 * count_ + i] = samples[i * step].d;
    }
  }

  std::size_t on(const SlantedPlane& plane) const {
    const float* first = values_.data();
    return count_on(plane, {first, first + count_, first + 2 * count_, count_}, near);
  }

 private:
  std::size_t count_;
  AlignedVector<float> values_;
};

/// The plane that gains the most samples among those through three neighbours.
std::optional<SlantedPlane> largest_plane(const PooledVector<Point>& samples, std::mt19937& random) {
  std::optional<SlantedPlane> best;
  double most = 0;
  const Counted few(samples);
  const auto size = static_cast<std::uint32_t>(samples.size());
  const auto any = [&]() -> const Point& { return samples[static_cast<std::uint32_t>(random()) % size]; };
  for (int trial = 0; trial < trials; ++trial) {
    const Point& a = any();
    const auto neighbour = [&]() -> const Point* {
      for (int attempt = 0; attempt < 50; ++attempt) {
        const Point& s = any();
        if (std::abs(s.x - a.x) <= neighbourhood && std::abs(s.y - a.y) <= neighbourhood) return &s;
      }
      return nullptr;
    };
    const Point* b = neighbour();
    const Point* c = neighbour();
    if (b == nullptr || c == nullptr) continue;
    const auto plane = through(a, *b, *c);
    if (!plane) continue;
    const double gain = static_cast<double>(few.on(*plane)) * weight_of(*plane, 0.3);
    if (gain <= most) continue;
    most = gain;
    best = plane;
  }
  if (!best) return {};
  for (int round = 0; round < 3; ++round) best = fitted(*best, samples);
  return best;
}

}  // namespace

PooledVector<SlantedPlane> find_planes(const Plane<float>& disparity, int most) {
  struct Found {
    SlantedPlane plane;
    double gain;
  };
  PooledVector<Point> samples = samples_of(disparity);
  const double least = least_share * static_cast<double>(samples.size());
  std::mt19937 random(1);  // its numbers are the same everywhere
  PooledVector<Found> found;
  // More than are wanted: those that face the camera take samples that no other plane should have, but gain little.
  while (static_cast<int>(found.size()) < most + most / 2 && samples.size() > 100) {
    const auto plane = largest_plane(samples, random);
    if (!plane) break;
    const auto on = static_cast<double>(
        std::count_if(samples.begin(), samples.end(), [&](const Point& s) { return lies_on(*plane, s); }));
    if (on < least) break;
    std::erase_if(samples, [&](const Point& s) { return distance(*plane, s) <= reached; });
    const Found next{*plane, on * weight_of(*plane, 0.1)};
    const auto more = [](const Found& a, const Found& b) { return a.gain > b.gain; };
    found.insert(std::upper_bound(found.begin(), found.end(), next, more), next);
  }
  if (static_cast<int>(found.size()) > most) found.resize(static_cast<std::size_t>(most));
  PooledVector<SlantedPlane> planes;
  for (const Found& each : found) planes.push_back(each.plane);
  return planes;
}

}  // namespace csca
