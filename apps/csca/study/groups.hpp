// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/dataset.hpp>
#include <csca/options.hpp>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace csca::app {

/// Data sets that are studied together, and how.
struct StudyGroup {
  std::string_view name;
  std::string_view title;
  std::vector<std::string_view> datasets;
  std::string_view rules;            ///< of the group's main figure
  std::string_view region;           ///< of the same: what the paper calls non-occluded
  std::string_view whole;            ///< occluded pixels included
  std::vector<std::string> methods;  ///< what the paper compares here
  std::string_view preset;           ///< ours for such pairs, where none is asked for
  std::vector<Setting> paper;        ///< what the paper does here, besides the preset `paper`
  int paper_scenes;                  ///< how many pairs the paper measured; 0: it has none of this
  std::string_view refine;           ///< steps that one of the paper's figures needs
};

std::span<const StudyGroup> study_groups();

/// Throws Error that suggests the nearest name.
const StudyGroup& study_group(std::string_view name);

/// The region of the group's main figure; where a truth does not know it, the one that its benchmark ranks by.
const Region& main_region(const StudyGroup& group, const GroundTruth& truth);

/// Scenes of the paper's M31 that are not among these, by name.
std::vector<std::string> missing_middlebury(std::span<const Scene> scenes);

/// M27 is M31 without four scenes of large untextured areas.
bool in_m27(const Scene& scene);

}  // namespace csca::app
