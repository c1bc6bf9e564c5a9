// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/scene.hpp"

#include <csca/error.hpp>
#include <csca/scale.hpp>
#include <csca/synth.hpp>

#include <fmt/format.h>

namespace csca::app::studio {
namespace {

constexpr int halvings = 3;
constexpr int least_side = 16;  // of a small copy, pixels

std::vector<SmallPair> halves_of(const Scene& scene) {
  const double white = white_of(scene.left, scene.right);
  FloatImage left = to_float(scene.left, white, false, 0);
  FloatImage right = to_float(scene.right, white, false, 0);
  std::vector<SmallPair> halves;
  while (halves.size() < halvings && left.width() >= 2 * least_side && left.height() >= 2 * least_side) {
    left = downsample(left, 0);
    right = downsample(right, 0);
    halves.push_back({to_image(left), to_image(right)});
  }
  return halves;
}

Scene rendered(const SynthOptions& options) {
  SynthPair pair = synthesize(options);
  Scene scene;
  scene.left = std::move(pair.left);
  scene.right = std::move(pair.right);
  scene.truth = std::move(pair.truth_left);
  scene.counts = std::move(pair.visible_left);
  return scene;
}

/// Small enough that every method answers while a slider moves.
SynthOptions small() { return {.width = 480, .height = 360, .levels = 48}; }

}  // namespace

Json Scene::description() const {
  Json json = {{"id", id},
               {"title", title},
               {"width", left.width()},
               {"height", left.height()},
               {"first", range.first},
               {"levels", range.count},
               {"truth", !truth.empty()},
               {"command", command},
               {"camera", nullptr}};
  if (camera) {
    json["camera"] = {{"focal_length", camera->focal_length},
                      {"baseline", camera->baseline},
                      {"doffs", camera->doffs},
                      {"cx", camera->cx},
                      {"cy", camera->cy}};
  }
  return json;
}

Scene completed(Scene scene) {
  check(scene.left, "left image");
  check(scene.right, "right image");
  const auto same_size = [&](int width, int height) {
    return width == scene.left.width() && height == scene.left.height();
  };
  if (!same_size(scene.right.width(), scene.right.height())) {
    throw Error(fmt::format("the left image is {} x {} pixels but the right one is {} x {}: give two of the same size",
                            scene.left.width(), scene.left.height(), scene.right.width(), scene.right.height()));
  }
  if (!scene.truth.empty() && !same_size(scene.truth.width(), scene.truth.height())) {
    throw Error(fmt::format("the truth is {} x {} pixels but the left image is {} x {}: give the truth of this image",
                            scene.truth.width(), scene.truth.height(), scene.left.width(), scene.left.height()));
  }
  scene.range = resolve_range(scene.left, scene.right, make_options("default"));
  scene.halves = halves_of(scene);
  return scene;
}

const std::vector<Demo>& demos() {
  static const std::vector<Demo> table = {
      {"room", "A room with everything", "Slanted floor, balls, poles, a blank board, checkers and bricks.",
       [] { return rendered(small()); }},
      {"weak", "Weak texture", "Little texture, some noise and a blank board: small windows find a fit anywhere.",
       [] {
         SynthOptions options = small();
         options.thin = options.repetitive = false;
         options.noise = 0.02;
         return rendered(options);
       }},
      {"thin", "Poles and wires", "A few pixels wide: what blending may lose.",
       [] {
         SynthOptions options = small();
         options.textureless = options.repetitive = false;
         options.seed = 3;
         return rendered(options);
       }},
      {"repetitive", "Checkers and bricks", "Patterns that fit at many disparities.",
       [] {
         SynthOptions options = small();
         options.textureless = options.thin = options.curved = false;
         options.seed = 2;
         return rendered(options);
       }},
      {"night", "A noisy pair", "Noise in both images, and the right one brighter.",
       [] {
         SynthOptions options = small();
         options.noise = 0.03;
         options.exposure = 1.25;
         return rendered(options);
       }},
  };
  return table;
}

}  // namespace csca::app::studio
