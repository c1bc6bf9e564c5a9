// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include "aggregate/bilateral.hpp"
#include "aggregate/box.hpp"
#include "aggregate/guided.hpp"
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
};

// A new aggregation is one file pair, one option struct and one row here.
constexpr std::array methods = {
    Named<Method>{"none", {make_none, none_bytes}},
    Named<Method>{"box", {make_box, box_bytes}},
    Named<Method>{"bf", {make_bilateral, bilateral_bytes}},
    Named<Method>{"gf", {make_guided, guided_bytes}},
    Named<Method>{"nl", {make_nonlocal, nonlocal_bytes}},
    Named<Method>{"st", {make_segment_tree, segment_tree_bytes}},
};
constexpr auto names = names_of(methods);

}  // namespace

std::span<const std::string_view> aggregation_names() { return names; }

AggregationFactory make_aggregation(const AggregateOptions& options) {
  return find_named(methods, options.method, "method").make(options);
}

std::size_t aggregation_bytes(const AggregateOptions& options, const Slab& slab) {
  return find_named(methods, options.method, "method").bytes(options, slab);
}

void VolumeAggregation::run(const Slab& slab, const RowSource& source, const RowSink& sink) const {
  Volume volume(slab.width, slab.height, slab.levels);
  for (int y = 0; y < slab.height; ++y) source(y, volume.row(y));
  filter(volume);
  for (int y = 0; y < slab.height; ++y) sink(y, volume.row(y));
}

Volume aggregate(const Aggregation& aggregation, const Volume& costs) {
  Volume result(costs.width(), costs.height(), costs.levels());
  const auto source = [&](int y, float* row) { std::copy_n(costs.row(y), costs.row_size(), row); };
  const auto sink = [&](int y, const float* row) { std::copy_n(row, result.row_size(), result.row(y)); };
  aggregation.run({costs.width(), costs.height(), costs.levels()}, source, sink);
  return result;
}

}  // namespace csca
