// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/aligned.hpp>

#include "aggregate/bilateral.hpp"
#include "aggregate/box.hpp"
#include "aggregate/guided.hpp"
#include "aggregate/mixture.hpp"
#include "aggregate/none.hpp"
#include "aggregate/nonlocal.hpp"
#include "aggregate/segment_tree.hpp"
#include "aggregate/semi_global.hpp"
#include "aggregate/strips.hpp"
#include "aggregate/traits.hpp"
#include "core/named.hpp"
#include "core/offset.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace csca {
namespace {

using Options = AggregateOptions;

/// A method's row: how it is made, and what it declares.
struct Method {
  AggregationFactory (*make)(const Options&);
  /// As a part of a mixture, where that is another thing: then it sees all levels ahead of the slabs, and keeps so
  /// many bytes of them.
  AggregationFactory (*make_part)(const Options&) = nullptr;
  std::size_t (*part_bytes)(const Options&, const Slab& all) = nullptr;
  /// With the disparities of a first pass, where the method can use them.
  AggregationFactory (*make_with_depth)(const Options&, Plane<float> disparity, Levels range) = nullptr;
  bool (*wants_depth)(const Options&) = nullptr;
  bool (*rows_flow)(const Options&) = nullptr;
  std::optional<int> (*margin)(const Options&);
  int (*grid)(int scale) = [](int) { return 1; };  ///< of `window_grid`, at one scale
  std::size_t (*slab_bytes)(const Options&, const Slab&);
  /// Beside a method that holds a slab, where its rows go along with that one's (Companions).
  std::size_t (*companion_bytes)(const Options&, const Slab&) = nullptr;
  std::size_t (*guide_bytes)(std::size_t pixels, int channels) = [](std::size_t, int) { return std::size_t{0}; };
  std::size_t (*pass_bytes)(const Options&) = [](const Options&) { return std::size_t{0}; };
  AggregationTraits traits;
};

std::optional<int> whole_image(const Options& /*options*/) { return std::nullopt; }
std::size_t tree_guide_bytes(std::size_t pixels, int /*channels*/) { return 14 * pixels; }

// A new aggregation is one file pair, one option struct and one row here.
constexpr std::array methods = {
    Named<Method>{"none",
                  {.make = make_none,
                   .margin = [](const Options&) { return std::optional(0); },
                   .slab_bytes = none_bytes,
                   .traits = {.lambda = 3}}},
    Named<Method>{"box",
                  {.make = make_box,
                   .margin = [](const Options& options) { return std::optional(options.box.radius); },
                   .grid = restart_period,
                   .slab_bytes = box_bytes,
                   .traits = {.lambda = 3, .box16 = true}}},
    Named<Method>{"bf",
                  {.make = make_bilateral,
                   .margin = bilateral_margin,
                   .grid = bilateral_grid,
                   .slab_bytes = bilateral_bytes,
                   .traits = {.wide_slabs = true, .reads_guide = true}}},
    Named<Method>{"gf",
                  {.make = make_guided,
                   .margin = guided_margin,
                   .grid = restart_period,
                   .slab_bytes = guided_bytes,
                   .companion_bytes = guided_companion_bytes,
                   .guide_bytes = guided_guide_bytes,
                   .traits = {.reads_guide = true}}},
    Named<Method>{"nl",
                  {.make = make_nonlocal,
                   .margin = whole_image,
                   .slab_bytes = nonlocal_bytes,
                   .guide_bytes = tree_guide_bytes,
                   .traits = {.holds_slab = true}}},
    Named<Method>{"st",
                  {.make = make_segment_tree,
                   .make_with_depth = make_segment_tree_with_depth,
                   .wants_depth = [](const Options& options) { return options.st.depth; },
                   .margin = whole_image,
                   .slab_bytes = segment_tree_bytes,
                   .guide_bytes = tree_guide_bytes,
                   .traits = {.holds_slab = true}}},
    Named<Method>{"sgm",
                  {.make = make_semi_global,
                   .make_part = make_semi_global_part,
                   .part_bytes = semi_global_part_bytes,
                   .rows_flow = [](const Options& options) { return options.sgm.paths == 5; },
                   .margin = whole_image,
                   .slab_bytes = semi_global_bytes,
                   .guide_bytes = [](std::size_t pixels, int) { return sizeof(std::uint16_t) * pixels; },
                   .pass_bytes = semi_global_pass_bytes,
                   .traits = {.levels_together = true}}},
};
constexpr auto names = names_of(methods);

Method find(const std::string& name) { return find_named(methods, name, "method"); }

}  // namespace

std::span<const std::string_view> aggregation_names() { return names; }

AggregateOptions as_means(AggregateOptions options) {
  options.box.normalise = true;
  options.nl.normalise = 1;
  options.st.normalise = 1;
  return options;
}

namespace {

/// The factory of a method or mixture, whose parts `make` makes by name.
template <class Make>
AggregationFactory combine(const AggregateOptions& options, const Make& make) {
  const PooledVector<Share> shares = parse_mixture(options.method);
  if (shares.size() == 1) return make(shares[0].method, options);
  // As sums, the method with the largest ones would be all that counts.
  PooledVector<std::pair<AggregationFactory, double>> parts;
  for (const Share& share : shares) {
    const Method method = find(share.method);
    const AggregateOptions part = as_means(options);
    parts.emplace_back(method.make_part != nullptr ? method.make_part(part) : make(share.method, part), share.weight);
  }
  return make_mixture(std::move(parts));
}

}  // namespace

AggregationFactory make_aggregation(const AggregateOptions& options) {
  return combine(options, [](const std::string& name, const AggregateOptions& part) { return find(name).make(part); });
}

AggregationFactory make_aggregation_with_depth(const AggregateOptions& options, const Plane<float>& disparity,
                                               Levels range) {
  return combine(options, [&](const std::string& name, const AggregateOptions& part) {
    const Method method = find(name);
    return method.make_with_depth != nullptr ? method.make_with_depth(part, disparity, range) : method.make(part);
  });
}

std::size_t aggregation_bytes(const AggregateOptions& options, const Slab& slab) {
  const PooledVector<Share> shares = parse_mixture(options.method);
  // Parts run one after the other, but keep their buffers for the next slab. The sum of their results is a volume.
  std::size_t bytes = shares.size() == 1 ? 0 : sizeof(float) * slab.row_size() * static_cast<std::size_t>(slab.height);
  const bool holds_slab = std::any_of(shares.begin(), shares.end(),
                                      [](const Share& share) { return find(share.method).traits.holds_slab; });
  for (const Share& share : shares) {
    const Method method = find(share.method);
    const bool ahead = shares.size() > 1 && method.part_bytes != nullptr;
    const bool companion = shares.size() == 2 && holds_slab && method.companion_bytes != nullptr;
    bytes += ahead       ? sizeof(float) * slab.row_size()
             : companion ? method.companion_bytes(options, slab)
                         : method.slab_bytes(options, slab);
  }
  return bytes;
}

std::size_t look_ahead_bytes(const AggregateOptions& options, const Slab& all) {
  const PooledVector<Share> shares = parse_mixture(options.method);
  std::size_t bytes = 0;
  for (const Share& share : shares) {
    const Method method = find(share.method);
    if (shares.size() > 1 && method.part_bytes != nullptr) bytes += method.part_bytes(options, all);
  }
  return bytes;
}

std::size_t pass_bytes(const AggregateOptions& options, std::size_t pixels) {
  std::size_t bytes = 0;
  for (const Share& share : parse_mixture(options.method)) bytes += find(share.method).pass_bytes(options);
  return bytes * pixels;
}

std::size_t guide_bytes(const AggregateOptions& options, std::size_t pixels, int channels) {
  std::size_t bytes = 0;
  for (const Share& share : parse_mixture(options.method)) bytes += find(share.method).guide_bytes(pixels, channels);
  return bytes;
}

AggregationTraits aggregation_traits(const AggregateOptions& options) {
  const PooledVector<Share> shares = parse_mixture(options.method);
  const bool mixture = shares.size() > 1;
  AggregationTraits all{.lambda = 1e9, .slab = 1, .margin = 0, .wide_slabs = true, .holds_slab = mixture};
  all.parts = static_cast<int>(shares.size());
  for (const Share& share : shares) {
    const Method method = find(share.method);
    const AggregationTraits& one = method.traits;
    const std::optional<int> margin = method.margin(options);
    all.lambda = std::min(all.lambda, one.lambda);
    all.slab = std::max(all.slab, one.slab);
    all.margin = all.margin && margin ? std::optional(std::max(*all.margin, *margin)) : std::nullopt;
    all.levels_together = all.levels_together || (one.levels_together && !(mixture && method.make_part != nullptr));
    all.wide_slabs = all.wide_slabs && one.wide_slabs;
    all.holds_slab = all.holds_slab || one.holds_slab;
    all.reads_guide = all.reads_guide || one.reads_guide;
    all.box16 = one.box16 && !mixture;
    all.rows_flow = !mixture && method.rows_flow != nullptr && method.rows_flow(options);
    all.wants_depth = all.wants_depth || (method.wants_depth != nullptr && method.wants_depth(options));
  }
  return all;
}

int window_grid(const AggregateOptions& options, int scales) {
  int grid = 1;
  for (const Share& share : parse_mixture(options.method)) {
    for (int s = 0; s < scales; ++s) grid = std::lcm(grid, find(share.method).grid(s) << s);
  }
  return grid;
}

int AggregationTraits::slab_for(std::size_t pixels) const {
  constexpr std::size_t most_bytes = 100'000'000;  // of a slab that is held whole, where it has more than 8 levels
  int levels = slab;
  while (holds_slab && levels > 8 && sizeof(float) * static_cast<std::size_t>(levels) * pixels > most_bytes) {
    levels /= 2;
  }
  return levels;
}

PooledVector<Columns> strips(int width, int about, int step) {
  const int count = about > 0 ? std::max(1, (width + about / 2) / about) : 1;
  const int size = ((width + count - 1) / count + step - 1) / step * step;
  PooledVector<Columns> result;
  for (int begin = 0; begin < width; begin += size) result.push_back({begin, std::min(begin + size, width)});
  return result;
}

void Aggregation::run_series(const NextSlab& next) const {
  while (const std::optional<SlabWork> work = next()) {
    const Columns columns = work->slab.results();
    run(work->slab, work->source, [&](int y, const float* cells) { work->sink(y, columns, cells, nullptr); });
    work->done();
  }
}

void VolumeAggregation::run(const Slab& slab, const RowSource& source, const RowSink& sink) const {
  Volume volume(slab.width, slab.height, slab.levels);
  for (int y = 0; y < slab.height; ++y) source(y, {0, slab.width}, volume.row(y));
  filter(volume);
  for (int y = 0; y < slab.height; ++y) sink(y, volume.row(y));
}

Volume aggregate(const Aggregation& aggregation, const Volume& costs, int threads) {
  Volume result(costs.width(), costs.height(), costs.levels());
  const auto stride = static_cast<std::size_t>(costs.stride());
  const auto cells = [&](Columns columns) { return offset(columns.count(), stride); };
  const auto source = [&](int y, Columns columns, float* row) {
    std::copy_n(costs.pixel(columns.begin, y), cells(columns), row);
  };
  for (const Columns& strip : strips(costs.width(), aggregation.strip())) {
    const Slab slab{costs.width(), costs.height(), costs.levels(), threads, strip};
    aggregation.run(slab, source,
                    [&](int y, const float* row) { std::copy_n(row, cells(strip), result.pixel(strip.begin, y)); });
  }
  return result;
}

}  // namespace csca
