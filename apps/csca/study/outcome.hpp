// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "study/job.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace csca::app {

/// One figure among a pair's scores.
struct Measure {
  std::string rules;
  std::string region;         ///< empty: the benchmark's main one
  std::string kind = "bad";   ///< a key of the stored scores
  std::size_t threshold = 0;  ///< which, for "bad" and "total_bad"
};

/// The share of bad pixels at the threshold that the benchmark ranks by. Where its rules leave holes out, they are
/// counted in: or whoever leaves out the hard pixels would win.
Measure ranked_figure(std::string_view rules, std::string_view region = {});

/// What a group's jobs came to.
class GroupOutcome {
 public:
  explicit GroupOutcome(const StudyGroup& studied) : group(&studied) {}

  const StudyGroup* group;
  std::vector<Scene> scenes;
  std::vector<StudyRow> rows;
  std::vector<std::string> missing;  ///< sentences

  /// Reads what is stored of a job, if it is done.
  void add(const std::filesystem::path& out, const StudyJob& job);

  std::optional<double> value(const Scene& scene, const StudyRow& row, const Measure& figure,
                              const std::string& variant = {}) const;
  std::optional<double> seconds(const Scene& scene, const StudyRow& row, const std::string& variant = {}) const;

  using Choice = std::function<bool(const Scene&)>;
  /// The scenes of a choice that any row has this figure of: a mean is of all of these or of none.
  std::vector<const Scene*> measured(const Measure& figure, const Choice& choice,
                                     const std::string& variant = {}) const;
  /// Pooled as the rules say.
  std::optional<double> mean(const StudyRow& row, const Measure& figure, const Choice& choice,
                             const std::string& variant = {}) const;
  std::optional<double> mean_seconds(const StudyRow& row, const Choice& choice, const std::string& variant = {}) const;

  /// Every figure, a line each: data set, scene, method, variant, rules, region, figure, value.
  std::string csv() const;

 private:
  struct Entry {
    Json scores;
    std::optional<double> seconds;
  };
  const Entry* entry(const Scene& scene, const StudyRow& row, const std::string& variant) const;

  std::map<std::string, Entry> entries_;
};

inline bool every_scene(const Scene&) { return true; }

}  // namespace csca::app
