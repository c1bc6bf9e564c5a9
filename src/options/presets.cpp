// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/options.hpp>

#include "core/named.hpp"

namespace csca {
namespace {

std::string_view chosen_cost(const std::vector<const Preset*>& rows, std::span<const Setting> settings,
                             const std::string& fallback) {
  std::string_view cost = fallback;
  for (const Preset* row : rows) {
    for (const auto& [name, value] : row->settings) {
      if (name == "cost" && row->cost.empty()) cost = value;
    }
  }
  for (const auto& [name, value] : settings) {
    if (name == "cost") cost = value;
  }
  return cost;
}

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> table = {
      {"default", "", "cg cost, box, five scales, linear maps, sub-pixel; no refinement", {}},
      {"paper",
       "",
       "the authors' program in every detail: grd cost, lambda 0.3, nearest maps, no disparity 0",
       {{"cost", "grd"},       {"grd_colour_weight", "0.11"}, {"grd_gradient_weight", "0.89"},
        {"outside", "black"},  {"cen_wrap", "true"},          {"cen_round", "true"},
        {"box_radius", "3"},   {"box_normalise", "false"},    {"bf_wrap", "true"},
        {"gf_radius", "9"},    {"nl_sigma", "0.1"},           {"nl_normalise", "0"},
        {"st_sigma", "0.1"},   {"st_normalise", "0"},         {"scales", "5"},
        {"lambda", "0.3"},     {"level_map", "nearest"},      {"space_map", "nearest"},
        {"skip_zero", "true"}, {"subpixel", "none"},          {"precision", "float"}}},
      {"paper", "cen", "as the paper does on KITTI: lambda 1", {{"lambda", "1"}}},
      {"fast", "", "box on three scales", {{"method", "box"}, {"scales", "3"}}},
      {"balanced",
       "",
       "segment tree, both views, filled",
       {{"method", "st"}, {"right", "full"}, {"refine", "wm,median"}, {"fill", "all"}}},
      {"quality",
       "",
       "guided filter and segment tree, both views, filled",
       {{"method", "gf+st"}, {"right", "full"}, {"refine", "wm,median"}, {"fill", "all"}}},
      {"kitti",
       "",
       "for outdoor pairs with uneven exposure: truncated 7x7 census, guided filter and non-local tree",
       {{"cost", "cen"},
        {"cen_window", "7"},
        {"cen_truncation", "0.4"},
        {"method", "gf+nl"},
        {"nl_sigma", "0.1"},
        {"nl_normalise", "1"},
        {"st_sigma", "0.1"},
        {"st_normalise", "1"},
        {"lambda", "2"}}},
  };
  return table;
}

Options make_options(std::string_view preset, std::span<const Setting> settings) {
  std::vector<const Preset*> rows;
  std::vector<std::string_view> names;
  for (const Preset& row : presets()) {
    if (row.name == preset) rows.push_back(&row);
    if (row.cost.empty()) names.push_back(row.name);
  }
  if (rows.empty() && !preset.empty()) throw unknown_name("preset", preset, names);

  Options options;
  const std::string_view cost = chosen_cost(rows, settings, options.cost.method);
  for (const Preset* row : rows) {
    if (!row->cost.empty() && row->cost != cost) continue;
    for (const auto& [name, value] : row->settings) field(name).set(options, value);
  }
  for (const auto& [name, value] : settings) field(name).set(options, value);
  return options;
}

}  // namespace csca
