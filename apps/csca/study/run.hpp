// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/job.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace csca::app {

struct StudyRun {
  std::filesystem::path out;
  int jobs = 0;             ///< pairs at a time; 0: one a core
  bool keep_going = false;  ///< what fails is told and left out, instead of ending the study
  bool quiet = false;
};

/// Runs what is not stored yet. Returns a sentence for each job that failed, in the order of the jobs. Without
/// `keep_going` the first failure is thrown, once the pairs in hand are finished.
std::vector<std::string> run_jobs(const StudyRun& run, std::span<const StudyJob> jobs, const OpenCv& opencv);

}  // namespace csca::app
