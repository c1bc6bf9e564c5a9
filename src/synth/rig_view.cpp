// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "synth/rig_view.hpp"

#include "synth/caster.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace csca::synth {
namespace {

constexpr int block = 16;  // pixels: surfaces are sorted out once for each square of this size

struct Spot {
  double x;
  double y;
};

Spot ideal_place(const IdealPair& ideal, const Vector3& direction) {
  return {ideal.focal_length * direction[0] / direction[2] + ideal.cx,
          ideal.focal_length * direction[1] / direction[2] + ideal.cy};
}

/// Where the ideal image shows what a block of the camera's shows, and a little around it.
Region region_of(const IdealPair& ideal, const RigCamera& camera, int left, int top) {
  constexpr double around = 2;
  Region region{endless, -endless, endless, -endless};
  for (const double x : {left - 0.5, left + block - 0.5}) {
    for (const double y : {top - 0.5, top + block - 0.5}) {
      const Spot place = ideal_place(ideal, camera.direction(x, y));
      region.left = std::min(region.left, place.x - around);
      region.right = std::max(region.right, place.x + around);
      region.top = std::min(region.top, place.y - around);
      region.bottom = std::max(region.bottom, place.y + around);
    }
  }
  return region;
}

/// Where the ray meets the board's plane, metres from its centre.
Spot on_board(const HeldBoard& board, const RigCamera& camera, const Vector3& direction) {
  const Vector3 to_centre = {board.centre[0] - camera.place, board.centre[1], board.centre[2]};
  const double along = dot(board.normal, to_centre) / dot(board.normal, direction);
  const Vector3 from_centre = {along * direction[0] - to_centre[0], along * direction[1] - to_centre[1],
                               along * direction[2] - to_centre[2]};
  return {dot(board.along, from_centre), dot(board.down, from_centre)};
}

bool near_board(const HeldBoard& board, const Spot& place) {
  const double around = 2 * board.rim();
  return std::abs(place.x) < board.half_width() + around && std::abs(place.y) < board.half_height() + around;
}

/// Nothing where the ray passes by.
std::optional<Colour> board_colour(const HeldBoard& board, const Spot& place) {
  constexpr Colour white{0.9, 0.9, 0.9};
  constexpr Colour black{0.08, 0.08, 0.08};
  const double x = std::abs(place.x) - board.half_width();
  const double y = std::abs(place.y) - board.half_height();
  if (x > board.rim() || y > board.rim()) return {};
  if (x > 0 || y > 0) return white;
  const auto column = static_cast<int>((place.x + board.half_width()) / board.square);
  const auto row = static_cast<int>((place.y + board.half_height()) / board.square);
  return (column + row) % 2 == 0 ? black : white;
}

/// The rays of one pixel. Within it a lens bends them all alike, so that three are enough to know the others.
struct PixelRays {
  Vector3 middle;
  Vector3 across;  ///< what a pixel to the right changes
  Vector3 down;

  PixelRays(const RigCamera& camera, int x, int y)
      : middle(camera.direction(x, y)), across(camera.direction(x + 1, y)), down(camera.direction(x, y + 1)) {
    for (std::size_t i = 0; i < 3; ++i) {
      across[i] -= middle[i];
      down[i] -= middle[i];
    }
  }

  Vector3 at(double dx, double dy) const {
    Vector3 ray = middle;
    for (std::size_t i = 0; i < 3; ++i) ray[i] += dx * across[i] + dy * down[i];
    return ray;
  }
};

/// What a camera sees in the light of its rays.
struct Look {
  const IdealPair& ideal;
  const RigCamera& camera;
  const HeldBoard* board;
  const Caster& caster;

  Colour scene(const Vector3& ray) const {
    const Spot place = ideal_place(ideal, ray);
    return caster.colour(place.x, place.y);
  }

  Colour pixel(const PixelRays& rays) const {
    const bool fine = board != nullptr && near_board(*board, on_board(*board, camera, rays.middle));
    return fine ? fine_pixel(rays) : plain_pixel(rays);
  }

  Colour plain_pixel(const PixelRays& rays) const {
    Colour sum;
    for (const auto& [dx, dy] : turned_square) sum = sum + scene(rays.at(dx, dy));
    return 0.25 * sum;
  }

  /// Corners of a board are measured to hundredths of a pixel: they take more samples than a scene.
  Colour fine_pixel(const PixelRays& rays) const {
    constexpr int fine = 4;
    Colour sum;
    for (int i = 0; i < fine * fine; ++i) {
      const Vector3 ray = rays.at((i % fine + 0.5) / fine - 0.5, (i / fine + 0.5) / fine - 0.5);
      const auto painted = board_colour(*board, on_board(*board, camera, ray));
      sum = sum + (painted ? *painted : scene(ray));
    }
    return 1.0 / (fine * fine) * sum;
  }
};

}  // namespace

bool RigCamera::sees(const Vector3& point, double margin) const {
  const Vector3 own = transposed(turn) * Vector3{point[0] - place, point[1], point[2]};
  if (own[2] <= 0) return false;
  const Ray bent = lens.bend({own[0] / own[2], own[1] / own[2]});
  const double x = fx * bent.x + cx;
  const double y = fy * bent.y + cy;
  return x >= margin && x <= width - 1 - margin && y >= margin && y <= height - 1 - margin;
}

Camera RigCamera::camera() const {
  return {.width = width,
          .height = height,
          .matrix = {fx, 0, cx, 0, fy, cy, 0, 0, 1},
          .distortion = {lens.k1, lens.k2, lens.p1, lens.p2, lens.k3}};
}

void render_view(const IdealPair& ideal, const RigCamera& camera, const HeldBoard* board, const Sensor& sensor,
                 std::uint64_t key, Image& image, Plane<float>* depth) {
  for (int top = 0; top < camera.height; top += block) {
    for (int left = 0; left < camera.width; left += block) {
      const Caster caster(ideal.scene, camera.side, region_of(ideal, camera, left, top));
      const Look look{ideal, camera, board, caster};
      for (int y = top; y < std::min(top + block, camera.height); ++y) {
        for (int x = left; x < std::min(left + block, camera.width); ++x) {
          const PixelRays rays(camera, x, y);
          const Colour colour = look.pixel(rays);
          const std::ptrdiff_t at = static_cast<std::ptrdiff_t>(x) * image.channels();
          if (image.sample() == Sample::u8) {
            store(image.row<std::uint8_t>(y) + at, colour, image.channels(), sensor, hash(key, x, y));
          } else {
            store(image.row<std::uint16_t>(y) + at, colour, image.channels(), sensor, hash(key, x, y));
          }
          if (depth == nullptr) continue;
          const Spot place = ideal_place(ideal, rays.middle);
          const double ideal_depth = ideal.depth_of(caster.cast(place.x, place.y).disparity);
          (*depth)(x, y) = static_cast<float>(ideal_depth / rays.middle[2]);
        }
      }
    }
  }
}

}  // namespace csca::synth
