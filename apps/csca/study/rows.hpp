// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bench/opencv_module.hpp"
#include "study/groups.hpp"

#include <csca/options.hpp>

#include <optional>
#include <string>
#include <vector>

namespace csca::app {

/// One line of a study's tables: a method with its settings, or one of OpenCV's matchers.
struct StudyRow {
  std::string id;        ///< "s+box"; also a file's name
  std::string title;     ///< "S+BOX"
  std::string plain;     ///< S+X: the id of X
  Options options = {};  ///< csca's; the range is the scene's
  std::optional<peers::Settings> peer = {};
  double effort = 1;         ///< rough time per cell, for the time left
  std::string variant = {};  ///< "refined", "lambda=0.3": not a line of its own
};

/// What the user may change of a group's settings.
struct StudyChoice {
  std::string preset;                ///< empty: the group's own
  std::vector<std::string> methods;  ///< empty: the paper's, and our own
  std::vector<Setting> settings;
  bool paper() const { return preset == "paper"; }
};

/// X and S+X for each method, then OpenCV's matchers where there are any.
std::vector<StudyRow> study_rows(const StudyGroup& group, const StudyChoice& choice, const OpenCv& opencv);

/// The row with other settings, which `variant` names.
StudyRow with_settings(const StudyRow& row, const std::string& variant, const std::vector<Setting>& settings);

/// The steps that the paper refines by: a right view, the steps, every pixel filled.
std::vector<Setting> refinement(std::string_view steps);

}  // namespace csca::app
