// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/outcome.hpp"
#include "study/sweep.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace csca::app {

/// All that a study came to.
struct StudyOutcome {
  std::vector<GroupOutcome> groups;
  std::vector<SweepCurve> lambda;
  std::vector<SweepCurve> scales;
  std::vector<StudyTable> tables;
};

/// What the report's page shows: figures, tables, curves, and the maps stored under `out` as pictures.
Json report_data(const StudyOutcome& outcome, const std::filesystem::path& out, const std::string& command);

}  // namespace csca::app
