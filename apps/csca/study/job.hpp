// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json.hpp"
#include "study/rows.hpp"

#include <csca/dataset.hpp>

#include <filesystem>
#include <map>
#include <optional>
#include <vector>

namespace csca::app {

/// One pair matched by one row, and where the outcome is kept: scores, which come out the same however often the study
/// is stopped and resumed, time, and the map.
struct StudyJob {
  const StudyGroup* group;
  Scene scene;
  StudyRow row;
  bool keep_map = true;
  std::map<std::string, std::string> contents = {};  ///< of the scene's files: see contents_of

  double effort() const;
  std::string name() const;  ///< "S+BOX on teddy"
};

struct StudyFiles {
  std::filesystem::path scores;
  std::filesystem::path time;
  std::filesystem::path map;
};
StudyFiles files_of(const std::filesystem::path& out, const StudyJob& job);

/// What was scored: rules, region, figure; empty where the job is not done yet or was done with other options, another
/// csca or other files.
std::optional<Json> stored_scores(const std::filesystem::path& out, const StudyJob& job);

/// CPU seconds; nothing where they are not known.
std::optional<double> stored_seconds(const std::filesystem::path& out, const StudyJob& job);

/// Matches, scores, and stores: map and time first, scores last, each file whole or not at all. Throws Error for what
/// cannot be read, matched or scored.
void run_job(const std::filesystem::path& out, const StudyJob& job, const OpenCv& opencv);

}  // namespace csca::app
