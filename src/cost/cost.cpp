// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>
#include <csca/error.hpp>

#include "core/named.hpp"
#include "cost/census.hpp"
#include "cost/census_gradient.hpp"
#include "cost/integer_form.hpp"
#include "cost/intensity_gradient.hpp"
#include "cost/source.hpp"

#include <array>

namespace csca {
namespace {

struct Method {
  std::unique_ptr<MatchingCost> (*make)(const CostOptions&, const FloatImage&, FloatImage);
  std::size_t (*bytes_per_pixel)(const CostOptions&, int channels);
  std::optional<int> (*margin)(const CostOptions&);
  std::optional<IntegerForm> (*integer_form)(const CostOptions&);
};

// A new matching cost is one file pair, one option struct and one row here.
constexpr std::array methods = {
    Named<Method>{"grd",
                  {make_intensity_gradient, intensity_gradient_bytes_per_pixel,
                   [](const CostOptions&) { return std::optional(1); }, intensity_gradient_integer_form}},
    Named<Method>{"cen", {make_census, census_bytes_per_pixel, census_margin, census_integer_form}},
    Named<Method>{"cg",
                  {make_census_gradient, census_gradient_bytes_per_pixel,
                   [](const CostOptions&) { return std::optional(2); }, census_gradient_integer_form}},
};
constexpr auto names = names_of(methods);

}  // namespace

std::span<const std::string_view> cost_names() { return names; }

std::unique_ptr<MatchingCost> make_cost(const CostOptions& options, const FloatImage& left, FloatImage right) {
  return find_named(methods, options.method, "cost").make(options, left, std::move(right));
}

std::optional<IntegerForm> integer_form(const CostOptions& options) {
  return find_named(methods, options.method, "cost").integer_form(options);
}

std::optional<int> cost_margin(const CostOptions& options) {
  return find_named(methods, options.method, "cost").margin(options);
}

std::size_t cost_bytes_per_pixel(const CostOptions& options, int channels) {
  return find_named(methods, options.method, "cost").bytes_per_pixel(options, channels);
}

}  // namespace csca
