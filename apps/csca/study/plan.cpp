// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/plan.hpp"

#include "study/contents.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace csca::app {
namespace {

bool contains(const auto& list, const auto& value) { return std::find(list.begin(), list.end(), value) != list.end(); }

[[noreturn]] void give_up(const std::string& problem) {
  throw Error(problem + "; --keep-going leaves such pairs out and names them");
}

/// Before hours of matching rather than after them.
void check_truths(GroupOutcome& group, bool keep_going) {
  std::erase_if(group.scenes, [&](const Scene& scene) {
    if (!scene.truth_expected) return false;
    try {
      read_truth(scene);
      return false;
    } catch (const Error& error) {
      const std::string problem = fmt::format("{} {}: {}", scene.dataset, scene.name, error.what());
      if (!keep_going) give_up(problem);
      group.missing.push_back(problem);
      return true;
    }
  });
}

}  // namespace

std::vector<GroupOutcome> find_groups(const SceneChoice& choice, std::span<const StudyGroup> groups) {
  std::vector<std::string> datasets;
  for (const StudyGroup& group : groups) datasets.insert(datasets.end(), group.datasets.begin(), group.datasets.end());
  const FoundScenes found = find_scenes(choice.data, datasets);
  if (!choice.keep_going && !found.problems.empty()) give_up(found.problems.front());

  std::vector<GroupOutcome> result;
  for (const StudyGroup& group : groups) {
    GroupOutcome outcome(group);
    for (Scene scene : found.scenes) {
      if (!contains(group.datasets, scene.dataset)) continue;
      if (!choice.names.empty() && !contains(choice.names, scene.name)) continue;
      if (choice.levels) scene.levels = *choice.levels;
      outcome.scenes.push_back(std::move(scene));
    }
    for (const std::string& problem : found.problems) {
      const auto told = [&](std::string_view dataset) { return problem.starts_with(dataset); };
      if (std::any_of(group.datasets.begin(), group.datasets.end(), told)) outcome.missing.push_back(problem);
    }
    check_truths(outcome, choice.keep_going);
    if (!outcome.scenes.empty() || !outcome.missing.empty()) result.push_back(std::move(outcome));
  }
  const bool any = std::any_of(result.begin(), result.end(), [](const GroupOutcome& g) { return !g.scenes.empty(); });
  if (!any)
    throw Error(fmt::format("'{}' has no pair to study: docs/datasets.md says how data sets are laid out",
                            choice.data.string()));
  return result;
}

std::vector<StudyJob> group_jobs(const GroupOutcome& outcome, const std::string& steps) {
  std::vector<StudyJob> jobs;
  for (const Scene& scene : outcome.scenes) {
    const bool official = scene.dataset == "middlebury_v2";  // whose three regions the paper's refined figure is of
    const std::string refine = !steps.empty() ? steps : official ? std::string(outcome.group->refine) : "";
    const std::map<std::string, std::string> contents = contents_of(scene);
    for (const StudyRow& row : outcome.rows) {
      jobs.push_back({outcome.group, scene, row, true, contents});
      if (refine.empty() || refine == "none" || row.peer) continue;
      jobs.push_back({outcome.group, scene, with_settings(row, "refined", refinement(refine)), true, contents});
    }
  }
  return jobs;
}

}  // namespace csca::app
