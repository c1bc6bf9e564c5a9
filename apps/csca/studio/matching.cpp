// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/opencv_module.hpp"
#include "peers/eight_bit.hpp"
#include "studio/answers.hpp"

#include <csca/error.hpp>
#include <csca/evaluate.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace csca::app::studio {
namespace {

/// Null without a truth.
Json score_of(const Plane<float>& map, const Scene& scene, double threshold) {
  if (scene.truth.empty()) return nullptr;
  const Score score = evaluate(map, scene.truth, scene.counts, threshold);
  const auto count = static_cast<double>(score.pixels);
  const double unknown = 100 * static_cast<double>(score.unknown) / count;
  const double given = 100 - unknown;
  return {{"pixels", score.pixels},   {"bad", score.bad},
          {"unknown", unknown},       {"wrong_of_given", given > 0 ? 100 * (score.bad - unknown) / given : 0.0},
          {"average", score.average}, {"rms", score.rms},
          {"threshold", threshold}};
}

/// A small map's values at the places of the large one, to be scored like it.
Plane<float> enlarged(const Plane<float>& small, int width, int height, int times) {
  Plane<float> large(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      large(x, y) = small(std::min(x >> times, small.width() - 1), std::min(y >> times, small.height() - 1));
    }
  }
  return large;
}

double cells_of(const Image& image, Levels range) {
  return static_cast<double>(image.width()) * image.height() * range.count;
}

}  // namespace

Packet match_answer(const Ask& ask, Pace& pace, const std::stop_token& stop) {
  const Scene& scene = *ask.scene;
  Options options = ask.options;
  const RangeOptions& asked = options.range;
  const Levels range{asked.first.value_or(asked.levels ? 0 : scene.range.first),
                     asked.levels.value_or(scene.range.count)};
  const double cells = cells_of(scene.left, range);
  const int times = ask.coarse ? pace.halvings(options, cells, static_cast<int>(scene.halves.size())) : 0;
  const SmallPair* small = times > 0 ? &scene.halves[static_cast<std::size_t>(times - 1)] : nullptr;
  const Image& left = small != nullptr ? small->left : scene.left;
  const Image& right = small != nullptr ? small->right : scene.right;
  if (ask.coarse) {
    options = halved(options, range, times);
  } else if (options.select.confidence == Confidence::none) {
    options.select.confidence = Confidence::peak_ratio;  // one of the page's layers
  }

  Hooks hooks;
  hooks.stop = stop;
  Result result = match(left, right, options, hooks);
  pace.note(ask.options, cells_of(left, result.range), result.seconds.total);
  const auto factor = static_cast<float>(1 << times);
  for (float& value : result.disparity) value *= factor;

  Packet packet;
  packet.head = {
      {"halvings", times},
      {"first", result.range.first * (1 << times)},
      {"levels", result.range.count * (1 << times)},
      {"scales", result.scales},
      {"weights", result.weights},
      {"lambda", resolve_lambda(ask.options)},
      {"seconds", result.seconds.total},
      {"warnings", result.warnings.empty() ? Json::array() : Json(result.warnings)},
      {"options", values_of(ask.options)},
      {"score", score_of(times > 0 ? enlarged(result.disparity, scene.left.width(), scene.left.height(), times)
                                   : result.disparity,
                         scene, ask.threshold)}};
  packet.add("disparity", result.disparity);
  packet.add("validity", result.validity);
  if (!result.confidence.empty()) packet.add("confidence", result.confidence);
  if (!result.plane.empty()) packet.add("plane", result.plane);
  return packet;
}

Packet peer_answer(const Ask& ask) {
  static const OpenCv opencv = load_opencv();
  if (opencv.library == nullptr) throw Error(opencv.absence, ErrorKind::missing_file);
  const Scene& scene = *ask.scene;
  const Levels range = resolve_range(scene.left, scene.right, ask.options);
  const peers::Settings settings{.algorithm = peers::Algorithm::sgbm, .block = 5, .filters = true};
  const auto peer = opencv.library->make(settings, peers::eight_bit(scene.left), peers::eight_bit(scene.right), range);
  const auto start = std::chrono::steady_clock::now();
  peer->compute();
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
  const Plane<float> map = peer->disparity();
  Packet packet;
  packet.head = {{"halvings", 0},
                 {"first", range.first},
                 {"levels", range.count},
                 {"seconds", time.count()},
                 {"peer", std::string("OpenCV ") + opencv.library->opencv_version + " StereoSGBM"},
                 {"score", score_of(map, scene, ask.threshold)}};
  packet.add("disparity", map);
  return packet;
}

}  // namespace csca::app::studio
