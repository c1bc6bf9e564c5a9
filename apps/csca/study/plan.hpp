// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/outcome.hpp"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace csca::app {

/// Which scenes a study takes.
struct SceneChoice {
  std::filesystem::path data;
  std::vector<std::string> names;  ///< empty: all
  std::optional<int> levels;       ///< instead of the benchmark's
  bool keep_going = false;
};

/// The scenes of these groups under the folder, one entry a group that has any; what cannot be used, a truth that
/// cannot be read among it, is thrown as Error or, to keep going, left out and told in the entry's `missing`.
std::vector<GroupOutcome> find_groups(const SceneChoice& choice, std::span<const StudyGroup> groups);

/// Every scene by every row, and refined where `steps` says so; empty steps: just what the group's own tables need.
std::vector<StudyJob> group_jobs(const GroupOutcome& outcome, const std::string& steps);

}  // namespace csca::app
