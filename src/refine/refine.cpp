// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/refine.hpp>

#include "core/named.hpp"
#include "refine/pixels.hpp"

#include <array>
#include <vector>

namespace csca {
namespace {

using Step = void (*)(Refinement, const RefineOptions&);

void nothing(Refinement /*refinement*/, const RefineOptions& /*options*/) {}

// A new step is one file, one option struct and one row here.
constexpr std::array steps = {
    Named<Step>{"none", nothing},     Named<Step>{"median", refine_median},      Named<Step>{"speckle", refine_speckle},
    Named<Step>{"fill", refine_fill}, Named<Step>{"wm", refine_weighted_median}, Named<Step>{"nl", refine_nonlocal},
};
constexpr auto names = names_of(steps);

}  // namespace

std::span<const std::string_view> refine_names() { return names; }

void refine(Refinement refinement, const RefineOptions& options) {
  // All names are looked up before the first step runs: a mistyped one leaves the map as it was.
  std::vector<Step> chain;
  for (const std::string_view name : names_in(options.steps)) chain.push_back(find_named(steps, name, "refine"));
  for (const Step step : chain) step(refinement, options);
  if (options.fill != Fill::none) refine_fill(refinement, options);
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
