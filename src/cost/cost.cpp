// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>
#include <csca/error.hpp>

#include "core/named.hpp"
#include "cost/census.hpp"
#include "cost/census_gradient.hpp"
#include "cost/intensity_gradient.hpp"

#include <array>

namespace csca {
namespace {

using Make = std::unique_ptr<MatchingCost> (*)(const CostOptions&, const FloatImage&, FloatImage);

// A new matching cost is one file pair, one option struct and one row here.
constexpr std::array methods = {
    Named<Make>{"grd", make_intensity_gradient},
    Named<Make>{"cen", make_census},
    Named<Make>{"cg", make_census_gradient},
};
constexpr auto names = names_of(methods);

}  // namespace

std::span<const std::string_view> cost_names() { return names; }

std::unique_ptr<MatchingCost> make_cost(const CostOptions& options, const FloatImage& left, FloatImage right) {
  return find_named(methods, options.method, "cost")(options, left, std::move(right));
}

}  // namespace csca
