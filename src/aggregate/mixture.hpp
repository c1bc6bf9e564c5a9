// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

#include <string>
#include <vector>

namespace csca {

/// One method of a mixture, such as "0.7*gf+0.3*st", and its share; shares sum to 1.
struct Share {
  std::string method;
  double weight;
};

/// Reads a mixture; a single name is a mixture of one. Throws Error for what is not "NAME+NAME" or "WEIGHT*NAME+...";
/// names are not looked up.
std::vector<Share> parse_mixture(std::string_view text);

/// Whether a method, or one of a mixture, is a segment tree that wants a first result (ST-2).
bool wants_depth(const AggregateOptions& options);

/// What `make_aggregation` makes, with segment trees that see a first result: see `make_segment_tree_with_depth`.
AggregationFactory make_aggregation_with_depth(const AggregateOptions& options, const Plane<float>& disparity,
                                               Levels range);

/// The weighted mean of several methods' results.
AggregationFactory make_mixture(std::vector<std::pair<AggregationFactory, double>> parts);

}  // namespace csca
