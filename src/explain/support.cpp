// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/explain.hpp>

#include "aggregate/mixture.hpp"
#include "aggregate/traits.hpp"
#include "aggregate/windowed.hpp"
#include "core/offset.hpp"
#include "explain/path_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace csca {
namespace {

constexpr int widest_window = 65;  // pixels; the work grows with the fourth power

struct Place {
  int x;
  int y;
};

/// Costs that are 1 at one place each, level by level, and 0 elsewhere; what a method makes of them at `seen`.
std::vector<float> responses(const Aggregation& aggregation, const FloatImage& guide, const std::vector<Place>& ones,
                             Place seen, int threads) {
  Volume costs(guide.width(), guide.height(), {0, static_cast<int>(ones.size())});
  for (std::size_t k = 0; k < ones.size(); ++k) costs.pixel(ones[k].x, ones[k].y)[k] = 1;
  const auto source = [&](int y, Columns columns, float* row) {
    std::copy_n(costs.pixel(columns.begin, y), offset(columns.count(), costs.stride()), row);
  };
  std::vector<float> result(ones.size());
  const auto keep = [&](int y, const float* row) {
    if (y == seen.y) std::copy_n(row + offset(seen.x, costs.stride()), ones.size(), result.begin());
  };
  const Slab slab{guide.width(), guide.height(), costs.levels(), threads};
  if (const auto* windowed = dynamic_cast<const Windowed*>(&aggregation)) {
    Mask wanted(guide.width(), guide.height());
    wanted(seen.x, seen.y) = 1;
    windowed->run_where(wanted, slab, source, keep);
  } else {
    aggregation.run(slab, source, keep);
  }
  return result;
}

FloatImage cut(const FloatImage& image, Columns columns, Columns rows) {
  FloatImage part;
  for (const Plane<float>& channel : image.channels) {
    Plane<float> piece(columns.count(), rows.count());
    for (int y = 0; y < rows.count(); ++y) {
      std::copy_n(channel.row(rows.begin + y) + columns.begin, columns.count(), piece.row(y));
    }
    part.channels.push_back(std::move(piece));
  }
  return part;
}

/// Each pixel of the window by a cost of its own. What lies outside of it has no influence.
Plane<float> window_support(const AggregateOptions& options, const FloatImage& guide, Place at, int margin, int threads,
                            const std::stop_token& stop) {
  if (2 * margin + 1 > widest_window) {
    throw Error(
        fmt::format("the support of {} is {} pixels wide, more than the {} whose weights can be shown: take a smaller "
                    "radius",
                    options.method, 2 * margin + 1, widest_window));
  }
  const Columns columns{std::max(0, at.x - margin), std::min(guide.width(), at.x + margin + 1)};
  const Columns rows{std::max(0, at.y - margin), std::min(guide.height(), at.y + margin + 1)};
  const FloatImage part = cut(guide, columns, rows);
  const auto aggregation = make_aggregation(options)(part);
  const Place centre{at.x - columns.begin, at.y - rows.begin};
  constexpr int at_once = 256;
  Plane<float> weights(guide.width(), guide.height());
  const int count = columns.count() * rows.count();
  for (int first = 0; first < count; first += at_once) {
    if (stop.stop_requested()) throw Error("the work was stopped", ErrorKind::cancelled);
    std::vector<Place> ones;
    for (int i = first; i < std::min(first + at_once, count); ++i) {
      ones.push_back({i % columns.count(), i / columns.count()});
    }
    const std::vector<float> found = responses(*aggregation, part, ones, centre, threads);
    for (std::size_t k = 0; k < ones.size(); ++k) {
      weights(columns.begin + ones[k].x, rows.begin + ones[k].y) = found[k];
    }
  }
  return weights;
}

/// Of methods that see the whole image and count q for p as they count p for q: one cost, at the pixel, tells all.
Plane<float> symmetric_support(AggregateOptions options, const FloatImage& guide, Place at, int threads) {
  options.nl.normalise = 0;  // sums: similarities as such
  options.st.normalise = 0;
  const auto aggregation = make_aggregation(options)(guide);
  Volume cost(guide.width(), guide.height(), {0, 1});
  cost.pixel(at.x, at.y)[0] = 1;
  const Volume seen = aggregate(*aggregation, cost, threads);
  Plane<float> weights(guide.width(), guide.height());
  for (int y = 0; y < weights.height(); ++y) {
    for (int x = 0; x < weights.width(); ++x) weights(x, y) = seen.pixel(x, y)[0];
  }

  // The heaviest pixels the other way round: not every method that sees the whole image is symmetric.
  std::vector<Place> heaviest;
  for (int y = 0; y < weights.height(); ++y) {
    for (int x = 0; x < weights.width(); ++x) heaviest.push_back({x, y});
  }
  const auto tested = std::min<std::size_t>(heaviest.size(), 16);
  std::partial_sort(heaviest.begin(), heaviest.begin() + static_cast<std::ptrdiff_t>(tested), heaviest.end(),
                    [&](Place a, Place b) { return weights(a.x, a.y) > weights(b.x, b.y); });
  heaviest.resize(tested);
  const std::vector<float> other_way = responses(*aggregation, guide, heaviest, at, threads);
  for (std::size_t k = 0; k < heaviest.size(); ++k) {
    if (std::abs(other_way[k] - weights(heaviest[k].x, heaviest[k].y)) <= 1e-3F * std::abs(other_way[k]) + 1e-6F)
      continue;
    throw Error(
        fmt::format("the weights of {} with these options cannot be shown: take its windows without wrapping "
                    "and without subsampling",
                    options.method));
  }
  return weights;
}

/// A scale of captured costs; no costs: none were captured.
struct Captured {
  const PathCosts* costs = nullptr;
  int scale = 0;
};

Plane<float> support_of_paths(const AggregateOptions& options, const FloatImage& guide, Place at,
                              const Captured& captured) {
  if (captured.costs == nullptr) {
    throw Error(
        fmt::format("{} chooses among levels while it aggregates, and its weights depend on the costs: give these too "
                    "(csca::PathCosts)",
                    options.method));
  }
  const PathSums paths(options.sgm, guide);
  const Levels levels = captured.costs->levels(captured.scale);
  const auto cells = [&](int x, int y) { return captured.costs->pixel(captured.scale, x, y); };
  const RowSource sampled = [&](int y, Columns columns, float* row) {
    std::copy_n(cells(columns.begin, y), offset(columns.count(), Volume::stride_for(levels.count)), row);
  };
  const CostScale scale = cost_scale({guide.width(), guide.height(), levels, 1}, sampled, paths.known());
  return path_support(paths, scale, levels, cells, at.x, at.y);
}

/// The weights of one method, which sum to 1.
Plane<float> shares(const AggregateOptions& options, const FloatImage& guide, Place at, const Captured& captured,
                    int threads, const std::stop_token& stop) {
  const AggregationTraits traits = aggregation_traits(options);
  if (traits.wants_depth) {
    throw Error(fmt::format("the second tree of {} follows a first map: its weights cannot be shown; take one pass",
                            options.method));
  }
  Plane<float> weights = traits.levels_together ? support_of_paths(options, guide, at, captured)
                         : traits.margin        ? window_support(options, guide, at, *traits.margin, threads, stop)
                                                : symmetric_support(options, guide, at, threads);
  if (!guide.known.empty()) {
    std::transform(weights.begin(), weights.end(), guide.known.begin(), weights.begin(),
                   [](float weight, std::uint8_t known) { return known != 0 ? weight : 0; });
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum > 0) {
    for (float& weight : weights) weight = static_cast<float>(weight / sum);
  }
  return weights;
}

Plane<float> support_by(const AggregateOptions& options, const FloatImage& guide, Place at, const Captured& captured,
                        int threads, const std::stop_token& stop) {
  if (at.x < 0 || at.y < 0 || at.x >= guide.width() || at.y >= guide.height()) {
    throw Error(fmt::format("pixel ({}, {}) lies outside the image, which has {} x {} pixels", at.x, at.y,
                            guide.width(), guide.height()));
  }
  Plane<float> total(guide.width(), guide.height());
  for (const Share& share : parse_mixture(options.method)) {
    AggregateOptions one = options;
    one.method = share.method;
    const Plane<float> weights = shares(one, guide, at, captured, threads, stop);
    std::transform(total.begin(), total.end(), weights.begin(), total.begin(),
                   [&](float sum, float weight) { return sum + static_cast<float>(share.weight) * weight; });
  }
  return total;
}

}  // namespace

Plane<float> support(const AggregateOptions& options, const FloatImage& guide, int x, int y, int threads,
                     const std::stop_token& stop) {
  return support_by(options, guide, {x, y}, {}, threads, stop);
}

Plane<float> support(const AggregateOptions& options, const FloatImage& guide, int x, int y, const PathCosts& costs,
                     int scale, int threads, const std::stop_token& stop) {
  return support_by(options, guide, {x, y}, {&costs, scale}, threads, stop);
}

}  // namespace csca
