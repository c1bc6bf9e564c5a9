// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/run.hpp"

#include "progress.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

namespace csca::app {

std::vector<std::string> run_jobs(const StudyRun& run, std::span<const StudyJob> jobs, const OpenCv& opencv) {
  std::vector<const StudyJob*> open;
  double all = 0;
  for (const StudyJob& job : jobs) {
    if (stored_scores(run.out, job)) continue;
    open.push_back(&job);
    all += job.effort();
  }

  Progress progress(!run.quiet);
  std::mutex told;
  double done = 0;
  std::map<std::size_t, std::string> failures;
  std::exception_ptr unexpected;
  std::atomic<std::size_t> next = 0;
  std::atomic<bool> stop = false;
  const auto work = [&] {
    for (std::size_t i = next++; i < open.size() && !stop; i = next++) {
      const StudyJob& job = *open[i];
      {
        const std::lock_guard lock(told);
        progress.show(done / all, job.name());
      }
      std::string failure;
      try {
        run_job(run.out, job, opencv);
      } catch (const Error& error) {
        failure = fmt::format("{} {}: {}", job.scene.dataset, job.name(), error.what());
      } catch (...) {
        const std::lock_guard lock(told);
        unexpected = std::current_exception();
        stop = true;
      }
      const std::lock_guard lock(told);
      done += job.effort();
      if (failure.empty()) continue;
      failures[i] = failure;
      if (!run.keep_going) stop = true;
    }
  };
  const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t workers = std::min(run.jobs > 0 ? static_cast<std::size_t>(run.jobs) : cores, open.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  work();
  threads.clear();

  if (unexpected) std::rethrow_exception(unexpected);
  if (!run.keep_going && !failures.empty()) {
    throw Error(failures.begin()->second + "; --keep-going leaves such pairs out and names them");
  }
  std::vector<std::string> sentences;
  for (const auto& [i, sentence] : failures) sentences.push_back(sentence);
  return sentences;
}

}  // namespace csca::app
