// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/aligned.hpp>

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
PooledVector<Share> parse_mixture(std::string_view text);

/// Of two methods one of which goes along with the rows of the other: so many rows of costs wait until it takes them.
inline constexpr int companion_rows = 16;

/// The weighted mean of several methods' results.
AggregationFactory make_mixture(PooledVector<std::pair<AggregationFactory, double>> parts);

}  // namespace csca
