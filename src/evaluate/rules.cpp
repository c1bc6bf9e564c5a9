// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/evaluate.hpp>

#include <algorithm>
#include <array>

#include "core/named.hpp"

namespace csca {
namespace {

// A function's static, not a global: other tables may be built before main() too.
const std::array<Rules, 5>& table() {
  static const std::array<Rules, 5> rows = {{
      {.name = "middlebury_v2",
       .thresholds = {0.5, 0.75, 1, 1.5, 2},
       .ranked = 2,
       .share = 0,
       .holes = Holes::bad,
       .clip = false,
       .any_resolution = false,
       .pooling = Pooling::images},
      {.name = "middlebury_v3",
       .thresholds = {0.5, 1, 2, 4},
       .ranked = 2,
       .share = 0,
       .holes = Holes::apart,
       .clip = true,
       .any_resolution = true,
       .pooling = Pooling::images},
      {.name = "kitti2012",
       .thresholds = {1, 2, 3, 4, 5},
       .ranked = 2,
       .share = 0,
       .holes = Holes::completed,
       .clip = false,
       .any_resolution = false,
       .pooling = Pooling::images},
      {.name = "kitti2015",
       .thresholds = {3},
       .ranked = 0,
       .share = 0.05,
       .holes = Holes::completed,
       .clip = false,
       .any_resolution = false,
       .pooling = Pooling::pixels},
      {.name = "eth3d",
       .thresholds = {0.5, 1, 2, 4},
       .ranked = 1,
       .share = 0,
       .holes = Holes::left_out,
       .clip = false,
       .any_resolution = false,
       .pooling = Pooling::images},
  }};
  return rows;
}

}  // namespace

std::span<const Rules> all_rules() { return table(); }

const Rules& rules(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Rules& row : table()) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  throw unknown_name("rules", name, names);
}

}  // namespace csca
