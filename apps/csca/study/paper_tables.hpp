// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/outcome.hpp"
#include "study/table.hpp"

#include <vector>

namespace csca::app {

/// The tables of a group: the paper's, with our figure, the paper's and the difference side by side, or those of newer
/// benchmarks.
std::vector<StudyTable> study_tables(const GroupOutcome& outcome);

/// The group's main figure of every scene, and its mean.
StudyTable scenes_table(const GroupOutcome& outcome);

}  // namespace csca::app
