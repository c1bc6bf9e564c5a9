// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/job.hpp"

#include "bench/matchers.hpp"
#include "bench/measure.hpp"
#include "resume.hpp"

#include <csca/error.hpp>
#include <csca/evaluate.hpp>
#include <csca/io.hpp>
#include <csca/match.hpp>

#include <fmt/format.h>

#include <cmath>
#include <ctime>
#include <set>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

/// All that the scores depend on. Whoever changes one of these gets new scores, not old ones.
Json inputs_of(const StudyJob& job) {
  Json inputs = {{"csca", CSCA_VERSION}, {"first", job.scene.first}, {"levels", job.scene.levels}};
  if (job.row.peer) {
    inputs["matcher"] = job.row.title;
    inputs["padded"] = true;
  } else {
    inputs["options"] = options_of_result(job.row.options);
  }
  for (const auto& [what, hash] : job.contents) inputs["files"][what] = hash;
  if (job.scene.truth_scale) inputs["truth_scale"] = *job.scene.truth_scale;
  return inputs;
}

Json figure(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json figures(const std::vector<double>& values) {
  Json result = Json::array();
  for (const double value : values) result.push_back(figure(value));
  return result;
}

Json region_scores(const Plane<float>& disparity, const GroundTruth& truth, const Region& region, const Rules& by,
                   double largest) {
  const Tally counted = tally(disparity, truth.disparity, region.mask, by, largest);
  const Metrics scores = metrics(counted, by);
  return {{"pixels", counted.pixels},
          {"estimated", counted.estimated},
          {"bad_pixels", counted.bad},
          {"bad", figures(scores.bad)},
          {"total_bad", figures(scores.total_bad)},
          {"invalid", figure(scores.invalid)},
          {"average", figure(scores.average)},
          {"rms", figure(scores.rms)},
          {"a50", figure(scores.a50)},
          {"a90", figure(scores.a90)},
          {"a95", figure(scores.a95)},
          {"a99", figure(scores.a99)}};
}

/// By the rules of the scene's benchmark, and by those of the group, which may be older.
Json score(const StudyJob& job, const Plane<float>& disparity, const Plane<float>& filled, const GroundTruth& truth,
           Levels range) {
  Json scores = Json::object();
  for (const std::string_view name : std::set<std::string_view>{job.scene.rules, job.group->rules}) {
    const Rules& by = rules(name);
    Json& of_rules = scores[std::string(name)];
    for (const Region& region : truth.regions) {
      of_rules[region.name] =
          region_scores(by.holes == Holes::bad ? filled : disparity, truth, region, by, range.first + range.count - 1);
    }
    of_rules["main_region"] = main_region(*job.group, truth).name;
  }
  return scores;
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

double StudyJob::effort() const {
  const double levels = scene.levels > 0 ? scene.levels : 128;
  return row.effort * levels * (row.variant == "refined" ? 3 : 1);
}

std::string StudyJob::name() const {
  return fmt::format("{}{}{} on {}", row.title, row.variant.empty() ? "" : ", ", row.variant, scene.name);
}

StudyFiles files_of(const fs::path& out, const StudyJob& job) {
  const std::string name = job.row.id + (job.row.variant.empty() ? "" : "," + job.row.variant);
  const fs::path scene = fs::path(job.scene.dataset) / job.scene.name;
  return {out / "scores" / scene / (name + ".json"), out / "times" / scene / (name + ".json"),
          out / "maps" / scene / (name + ".pfm")};
}

std::optional<Json> stored_scores(const fs::path& out, const StudyJob& job) {
  const StudyFiles files = files_of(out, job);
  std::optional<Json> stored = read_json(files.scores);
  if (!stored || !stored->contains("inputs") || (*stored)["inputs"] != inputs_of(job)) return std::nullopt;
  if (job.keep_map && !fs::exists(files.map)) return std::nullopt;
  return (*stored)["scores"];
}

std::optional<double> stored_seconds(const fs::path& out, const StudyJob& job) {
  const std::optional<Json> stored = read_json(files_of(out, job).time);
  if (!stored || !stored->contains("cpu_seconds")) return std::nullopt;
  return stored->at("cpu_seconds").number();
}

void run_job(const fs::path& out, const StudyJob& job, const OpenCv& opencv) {
  BenchPair pair;
  pair.left = read_image(job.scene.left);
  pair.right = read_image(job.scene.right);
  Options options = job.row.options;
  if (job.scene.levels > 0) options.range = {job.scene.first, job.scene.levels, options.range.skip_zero};
  pair.range = resolve_range(pair.left, pair.right, options);
  const std::optional<GroundTruth> truth =
      job.scene.truth_expected ? std::optional(read_truth(job.scene)) : std::nullopt;
  const Matcher matcher{job.row.title, options, job.row.peer, {}};
  const auto candidate = make_candidate(matcher, pair, opencv);
  const double start = thread_seconds();
  candidate->compute();
  const double seconds = thread_seconds() - start;
  const Plane<float> disparity = scored_map(matcher, pair, opencv, *candidate);

  const StudyFiles files = files_of(out, job);
  for (const fs::path& file : {files.scores, files.time, files.map}) fs::create_directories(file.parent_path());
  if (job.keep_map) write_disparity(files.map, disparity);
  write_file(files.time, Json{{"cpu_seconds", seconds}, {"levels", pair.range.count}}.dump(2) + "\n");
  Json outcome = {{"inputs", inputs_of(job)}, {"scores", Json::object()}};
  if (truth) {
    // Rules that know no holes: those of OpenCV's maps take the lower neighbour in the row.
    const Plane<float> filled = job.row.peer ? complete_map(disparity) : disparity;
    outcome["scores"] = score(job, disparity, filled, *truth, pair.range);
  }
  write_file(files.scores, sorted(outcome).dump(2) + "\n");
}

}  // namespace csca::app
