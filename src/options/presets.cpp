// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/options.hpp>

#include "core/named.hpp"

namespace csca {
namespace {

void set_all(std::span<const Setting> settings, Options& options) {
  for (const auto& [name, value] : settings) field(name).set(options, value);
}

/// Whether the field that a condition names has that value once all else is set.
bool holds(const Setting& condition, const Options& options) {
  return field(condition.first).get(options) == condition.second;
}

/// How a map to trust is checked. What differs from preset to preset comes after it, and has the last word.
std::vector<Setting> checked(std::vector<Setting> own) {
  std::vector<Setting> settings = {{"right", "diagonal"}, {"refine", "vote,speckle"}, {"speckle_size", "600"}};
  settings.insert(settings.end(), own.begin(), own.end());
  return settings;
}

/// Names of former versions.
constexpr std::string_view alias_of(std::string_view preset) { return preset == "kitti" ? "outdoor" : preset; }

}  // namespace

std::span<const Preset> presets() {
  static const std::vector<Preset> table = {
      {"default",
       {},
       "a map to trust: box, both views compared, speckles removed, what is not known left unknown",
       checked({})},
      {"default", {"method", "box"}, "", {{"lambda", "1"}, {"cg_colour_weight", "0.03"}}},
      {"dense", {}, "the same with every pixel filled", checked({{"fill", "all"}})},
      {"dense", {"method", "box"}, "", {{"lambda", "1"}, {"cg_colour_weight", "0.03"}}},
      {"fast",
       {},
       "about half the time of default: small census windows, both views compared, speckles removed",
       {{"method", "box"}, {"cost", "cen"}, {"cen_window", "5"}, {"right", "diagonal"}, {"refine", "speckle"}}},
      {"bare", {}, "the method alone, for study: one view, nothing checked, nothing refined", {}},
      {"paper",
       {},
       "the authors' program in every detail: grd cost, lambda 0.3, nearest maps, no disparity 0",
       {{"cost", "grd"},       {"grd_colour_weight", "0.11"}, {"grd_gradient_weight", "0.89"},
        {"outside", "black"},  {"cen_wrap", "true"},          {"cen_round", "true"},
        {"box_radius", "3"},   {"box_normalise", "false"},    {"bf_wrap", "true"},
        {"gf_radius", "9"},    {"nl_sigma", "0.1"},           {"nl_normalise", "0"},
        {"st_sigma", "0.1"},   {"st_normalise", "0"},         {"scales", "5"},
        {"lambda", "0.3"},     {"level_map", "nearest"},      {"space_map", "nearest"},
        {"skip_zero", "true"}, {"subpixel", "none"},          {"precision", "float"}}},
      {"paper", {"cost", "cen"}, "", {{"lambda", "1"}}},  // on KITTI
      {"balanced",
       {},
       "about twice the time of default: guided filter, which keeps edges",
       checked({{"method", "gf"}})},
      {"quality",
       {},
       "for the fewest errors, many times the time of default: filters, tree and paths, slanted planes, both views",
       checked({{"method", "0.4*gf+0.4*nl+0.2*sgm"}, {"sgm_paths", "5"}, {"planes", "auto"}, {"right", "full"}})},
      // Where every pixel is to have a value, Yang's votes along the tree find better ones than neighbours do.
      {"quality", {"fill", "all"}, "", {{"refine", "nl,median"}}},
      {"outdoor",
       {},
       "as quality, for streets and uneven exposure: truncated census, guided filter, non-local tree, slanted planes",
       checked({{"cost", "cen"},
                {"cen_window", "5"},
                {"cen_truncation", "0.4"},
                {"method", "gf+nl"},
                {"gf_radius", "9"},
                {"gf_epsilon", "0.003"},
                {"nl_sigma", "0.2"},
                {"nl_normalise", "1"},
                {"st_sigma", "0.1"},
                {"st_normalise", "1"},
                {"lambda", "1.5"},
                {"planes", "auto"},
                {"right", "full"}})},
      {"outdoor", {"fill", "all"}, "", {{"refine", "nl,median"}}},
      // The filter's windows are wide and those of the census small, since surfaces need not face the camera; without
      // planes they have to.
      {"outdoor",
       {"planes", "0"},
       "",
       {{"cen_window", "7"}, {"gf_radius", "7"}, {"gf_epsilon", "0.0001"}, {"nl_sigma", "0.1"}, {"lambda", "2"}}},
      {"satellite",
       {},
       "for satellite pairs, which are noisy: truncated census, wide box, large lambda, checked as default",
       checked({{"cost", "cen"},
                {"cen_window", "7"},
                {"cen_truncation", "0.4"},
                {"method", "box"},
                {"box_radius", "7"},
                {"lambda", "30"}})},
  };
  return table;
}

Options make_options(std::string_view preset, std::span<const Setting> settings) {
  std::vector<const Preset*> rows;
  std::vector<std::string_view> names;
  for (const Preset& row : presets()) {
    if (row.name == alias_of(preset)) rows.push_back(&row);
    if (!row.is_condition()) names.push_back(row.name);
  }
  if (rows.empty() && !preset.empty()) throw unknown_name("preset", preset, names);

  Options options;
  for (const Preset* row : rows) {
    if (!row->is_condition()) set_all(row->settings, options);
  }
  Options all = options;
  set_all(settings, all);
  for (const Preset* row : rows) {
    if (row->is_condition() && holds(row->condition, all)) set_all(row->settings, options);
  }
  set_all(settings, options);
  return options;
}

}  // namespace csca
