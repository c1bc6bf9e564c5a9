// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "aggregate/bilateral.hpp"
#include "aggregate/box.hpp"
#include "aggregate/guided.hpp"
#include "aggregate/mixture.hpp"
#include "aggregate/none.hpp"
#include "aggregate/nonlocal.hpp"
#include "aggregate/segment_tree.hpp"
#include "core/named.hpp"

#include <algorithm>
#include <array>

namespace csca {
namespace {

struct Method {
  AggregationFactory (*make)(const AggregateOptions&);
  std::size_t (*bytes)(const AggregateOptions&, const Slab&);
  MethodDefaults defaults;
  std::size_t (*guide_bytes)(std::size_t pixels, int channels);
  bool holds_slab = false;   // whole, not only a few rows of it
  bool reads_guide = false;  // while it runs, not only ahead
};

std::size_t no_guide_bytes(std::size_t, int) { return 0; }
std::size_t tree_guide_bytes(std::size_t pixels, int) { return 14 * pixels; }

// A new aggregation is one file pair, one option struct and one row here.
constexpr std::array methods = {
    Named<Method>{"none", {make_none, none_bytes, {.lambda = 3, .slab = 16}, no_guide_bytes}},
    Named<Method>{"box", {make_box, box_bytes, {.lambda = 3, .slab = 16}, no_guide_bytes}},
    Named<Method>{
        "bf",
        {make_bilateral, bilateral_bytes, {.lambda = 1, .slab = 16, .all_levels = true}, no_guide_bytes, false, true}},
    Named<Method>{"gf", {make_guided, guided_bytes, {.lambda = 1, .slab = 16}, guided_guide_bytes, false, true}},
    Named<Method>{"nl", {make_nonlocal, nonlocal_bytes, {.lambda = 1, .slab = 16}, tree_guide_bytes, true}},
    Named<Method>{"st", {make_segment_tree, segment_tree_bytes, {.lambda = 1, .slab = 16}, tree_guide_bytes, true}},
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
  const std::vector<Share> shares = parse_mixture(options.method);
  if (shares.size() == 1) return make(shares[0].method, options);
  // As sums, the method with the largest ones would be all that counts.
  std::vector<std::pair<AggregationFactory, double>> parts;
  for (const Share& share : shares) parts.emplace_back(make(share.method, as_means(options)), share.weight);
  return make_mixture(std::move(parts));
}

}  // namespace

AggregationFactory make_aggregation(const AggregateOptions& options) {
  return combine(options, [](const std::string& name, const AggregateOptions& part) { return find(name).make(part); });
}

bool wants_depth(const AggregateOptions& options) {
  const std::vector<Share> shares = parse_mixture(options.method);
  return options.st.depth &&
         std::any_of(shares.begin(), shares.end(), [](const Share& share) { return share.method == "st"; });
}

AggregationFactory make_aggregation_with_depth(const AggregateOptions& options, const Plane<float>& disparity,
                                               Levels range) {
  return combine(options, [&](const std::string& name, const AggregateOptions& part) {
    return name == "st" ? make_segment_tree_with_depth(part, disparity, range) : find(name).make(part);
  });
}

std::size_t aggregation_bytes(const AggregateOptions& options, const Slab& slab) {
  const std::vector<Share> shares = parse_mixture(options.method);
  std::size_t largest = 0;  // parts run one after the other
  for (const Share& share : shares) largest = std::max(largest, find(share.method).bytes(options, slab));
  const std::size_t sum = sizeof(float) * slab.row_size() * static_cast<std::size_t>(slab.height);
  return shares.size() == 1 ? largest : largest + sum;
}

std::size_t guide_bytes(const AggregateOptions& options, std::size_t pixels, int channels) {
  std::size_t bytes = 0;
  for (const Share& share : parse_mixture(options.method)) bytes += find(share.method).guide_bytes(pixels, channels);
  return bytes;
}

bool reads_guide(const AggregateOptions& options) {
  const std::vector<Share> shares = parse_mixture(options.method);
  return std::any_of(shares.begin(), shares.end(), [](const Share& share) { return find(share.method).reads_guide; });
}

MethodDefaults method_defaults(const AggregateOptions& options, std::size_t pixels) {
  constexpr std::size_t most_bytes = 100'000'000;  // of a slab that is held whole, where it has more than 8 levels
  MethodDefaults defaults{.lambda = 1e9, .slab = 1, .all_levels = true};
  const std::vector<Share> shares = parse_mixture(options.method);
  bool holds_slab = shares.size() > 1;
  for (const Share& share : shares) {
    const Method method = find(share.method);
    defaults = {.lambda = std::min(defaults.lambda, method.defaults.lambda),
                .slab = std::max(defaults.slab, method.defaults.slab),
                .all_levels = defaults.all_levels && method.defaults.all_levels};
    holds_slab = holds_slab || method.holds_slab;
  }
  while (holds_slab && defaults.slab > 8 &&
         sizeof(float) * static_cast<std::size_t>(defaults.slab) * pixels > most_bytes) {
    defaults.slab /= 2;
  }
  return defaults;
}

std::vector<Columns> strips(int width, int about) {
  constexpr int step = 16;
  const int count = about > 0 ? std::max(1, (width + about / 2) / about) : 1;
  const int size = ((width + count - 1) / count + step - 1) / step * step;
  std::vector<Columns> result;
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

Volume aggregate(const Aggregation& aggregation, const Volume& costs) {
  Volume result(costs.width(), costs.height(), costs.levels());
  const auto stride = static_cast<std::size_t>(costs.stride());
  const auto cells = [&](Columns columns) { return static_cast<std::size_t>(columns.count()) * stride; };
  const auto source = [&](int y, Columns columns, float* row) {
    std::copy_n(costs.pixel(columns.begin, y), cells(columns), row);
  };
  for (const Columns& strip : strips(costs.width(), aggregation.strip())) {
    const Slab slab{.width = costs.width(), .height = costs.height(), .levels = costs.levels(), .strip = strip};
    aggregation.run(slab, source,
                    [&](int y, const float* row) { std::copy_n(row, cells(strip), result.pixel(strip.begin, y)); });
  }
  return result;
}

}  // namespace csca
