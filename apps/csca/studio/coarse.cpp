// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/coarse.hpp"

#include <csca/scale.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca::app::studio {
namespace {

constexpr double budget = 0.02;        // seconds: another map may be before it, and drawing needs the rest of 100 ms
constexpr double first_guess = 20e-9;  // seconds a cell, of methods that have not run yet

std::string key_of(const Options& options) {
  return fmt::format("{} {} {} {} {}", options.cost.method, options.aggregate.method,
                     static_cast<int>(options.select.right), options.refine.steps, options.planes.most.value_or(-1));
}

}  // namespace

Options halved(Options options, Levels range, int times) {
  for (int i = 0; i < times; ++i) {
    range = coarser(range);
    for (int* radius : {&options.aggregate.box.radius, &options.aggregate.bf.radius, &options.aggregate.gf.radius,
                        &options.refine.median.radius, &options.refine.wm.radius}) {
      *radius = std::max(1, *radius / 2);
    }
    options.aggregate.bf.sigma_space /= 2;
    options.refine.wm.sigma_space /= 2;
    options.refine.speckle.size = std::max(1, options.refine.speckle.size / 4);
    options.scale.scales = std::max(1, options.scale.scales - 1);
  }
  options.range.first = range.first;
  options.range.levels = range.count;
  options.input.check = false;  // of the pair, which stays the same
  options.input.white.reset();  // small copies have white at 1
  return options;
}

int Pace::halvings(const Options& options, double cells, int most) const {
  const std::scoped_lock hold(lock_);
  const auto found = seconds_per_cell_.find(key_of(options));
  const double pace = found == seconds_per_cell_.end() ? first_guess : found->second;
  int times = 0;
  for (; times < most && cells * pace > budget; ++times) cells /= 8;
  return times;
}

void Pace::note(const Options& options, double cells, double seconds) {
  const std::scoped_lock hold(lock_);
  seconds_per_cell_[key_of(options)] = seconds / std::max(cells, 1.0);
}

}  // namespace csca::app::studio
