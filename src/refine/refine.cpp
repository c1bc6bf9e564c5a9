// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aligned.hpp>
#include <csca/error.hpp>
#include <csca/refine.hpp>

#include "core/named.hpp"
#include "refine/fill.hpp"
#include "refine/memory.hpp"
#include "refine/pixels.hpp"

#include <algorithm>
#include <array>

namespace csca {
namespace {

struct Step {
  void (*run)(Refinement, const RefineOptions&);
  std::size_t (*bytes)(const RefinedMap&, const RefineOptions&);
  using Margin = std::optional<int>;
  Margin (*margin)(const RefineOptions&, int reach) = [](const RefineOptions&, int) { return Margin(); };
};

template <std::size_t bytes>
std::size_t a_pixel(const RefinedMap& map, const RefineOptions& /*options*/) {
  return bytes * map.pixels();
}

void nothing(Refinement /*refinement*/, const RefineOptions& /*options*/) {}

// A new step is one file, one option struct and one row here.
constexpr std::array steps = {
    Named<Step>{"none", {nothing, a_pixel<0>, [](const RefineOptions&, int) { return Step::Margin(0); }}},
    // The map as it was.
    Named<Step>{"median",
                {refine_median, a_pixel<4>,
                 [](const RefineOptions& options, int) { return Step::Margin(options.median.radius); }}},

    // What has been seen, and the largest blob. A blob that reaches further than its size is larger.
    Named<Step>{"speckle",
                {refine_speckle, a_pixel<9>,
                 [](const RefineOptions& options, int) { return Step::Margin(options.speckle.size); }}},

    Named<Step>{"fill", {refine_fill, a_pixel<filled_map_bytes>}},
    Named<Step>{"wm", {refine_weighted_median, a_pixel<filled_map_bytes>}},
    // The map as it was, three colours, free space, doubts.
    Named<Step>{
        "vote",
        {refine_vote, a_pixel<10>,
         [](const RefineOptions& options, int reach) { return Step::Margin(vote_margin(options.vote, reach)); }}},
    Named<Step>{"nl", {refine_nonlocal, nonlocal_refinement_bytes}},
};
constexpr auto names = names_of(steps);

}  // namespace

std::span<const std::string_view> refine_names() { return names; }

void refine(Refinement refinement, const RefineOptions& options) {
  // All names are looked up before the first step runs: a mistyped one leaves the map as it was.
  PooledVector<Step> chain;
  for (const std::string_view name : names_in(options.steps)) chain.push_back(find_named(steps, name, "refine"));
  for (const Step& step : chain) step.run(refinement, options);
  if (options.fill != Fill::none) refine_fill(refinement, options);
}

std::optional<int> refine_margin(const RefineOptions& options, int reach) {
  if (options.fill != Fill::none) return {};
  int sum = 0;
  for (const std::string_view name : names_in(options.steps)) {
    const std::optional<int> margin = find_named(steps, name, "refine").margin(options, reach);
    if (!margin) return {};
    sum = std::min(sum + std::min(*margin, 1 << 20), 1 << 20);
  }
  return sum;
}

std::size_t refine_bytes(const RefinedMap& map, const RefineOptions& options) {
  std::size_t most = options.fill != Fill::none ? find_named(steps, "fill", "refine").bytes(map, options) : 0;
  for (const std::string_view name : names_in(options.steps)) {
    most = std::max(most, find_named(steps, name, "refine").bytes(map, options));
  }
  return most;
}

void check_sizes(const Refinement& refinement) {
  const int width = refinement.disparity.width();
  const int height = refinement.disparity.height();
  const auto check = [&](const char* what, int w, int h) {
    if (w == width && h == height) return;
    throw Error(fmt::format("{} has {} x {} pixels, the disparity map {} x {}: refinement needs them equal", what, w, h,
                            width, height));
  };
  check("the validity map", refinement.validity.width(), refinement.validity.height());
  for (const Plane<float>& channel : refinement.guide.channels) check("the guide", channel.width(), channel.height());
}

}  // namespace csca
