// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/paper_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace csca::app {
namespace {

using Value = std::optional<double>;

/// A line of one of the paper's tables.
struct PaperRow {
  std::string_view method;
  std::array<double, 4> values;
};

/// Table 1: M31, M27, Avg Err (refined), time in s. Its average rank needs the scores of a hundred others.
constexpr std::array<PaperRow, 10> table_1 = {{{"BOX", {15.45, 10.7, 6.2, 0.11}},
                                               {"S+BOX", {13.09, 8.55, 5.93, 0.15}},
                                               {"NL", {12.22, 9.44, 5.48, 0.29}},
                                               {"S+NL", {11.49, 8.73, 5.2, 0.37}},
                                               {"ST", {11.52, 8.95, 5.35, 0.2}},
                                               {"S+ST", {10.51, 8.07, 4.97, 0.29}},
                                               {"BF", {12.26, 8.77, 5.89, 60.53}},
                                               {"S+BF", {10.95, 8.04, 5.56, 70.62}},
                                               {"GF", {10.5, 6.84, 5.64, 1.16}},
                                               {"S+GF", {9.39, 6.20, 5.51, 1.32}}}};

/// Tables 2 and 3: Out-Noc, Out-All, Avg-Noc, Avg-All.
constexpr std::array<PaperRow, 8> table_2 = {{{"BOX", {22.51, 24.28, 12.18, 12.95}},
                                              {"S+BOX", {12.06, 14.07, 3.54, 4.57}},
                                              {"NL", {24.69, 26.38, 4.36, 5.54}},
                                              {"S+NL", {25.41, 27.08, 4.00, 5.20}},
                                              {"ST", {24.09, 25.81, 4.31, 5.47}},
                                              {"S+ST", {24.51, 26.22, 3.82, 5.02}},
                                              {"GF", {12.50, 14.51, 4.64, 5.69}},
                                              {"S+GF", {9.66, 11.73, 2.19, 3.36}}}};
constexpr std::array<PaperRow, 8> table_3 = {{{"BOX", {31.08, 37.70, 7.37, 10.72}},
                                              {"S+BOX", {18.82, 26.50, 3.92, 7.44}},
                                              {"NL", {21.88, 26.72, 4.12, 6.40}},
                                              {"S+NL", {19.84, 24.50, 3.65, 5.73}},
                                              {"ST", {21.68, 27.07, 4.33, 7.02}},
                                              {"S+ST", {18.99, 24.16, 3.60, 5.96}},
                                              {"GF", {23.42, 30.34, 6.35, 9.86}},
                                              {"S+GF", {14.40, 21.78, 3.10, 6.38}}}};

/// A column for every figure, or three: "NAME, ours", "paper", "difference". Means over other scenes than the paper's
/// have no difference.
class Comparison {
 public:
  Comparison(std::string title, const GroupOutcome& outcome, std::span<const PaperRow> paper)
      : outcome_(outcome), paper_(paper) {
    table_.title = std::move(title);
    table_.columns.push_back({"method"});
    for (const StudyRow& row : outcome.rows) table_.rows.push_back({row.title, {}});
  }

  /// How many scenes a mean is over, and how many the paper's is.
  struct Scenes {
    std::size_t ours = 0;
    std::size_t papers = 0;
  };

  template <class Ours>
  void add(const std::string& name, std::size_t column, const Ours& ours, const Scenes& scenes = {}, int decimals = 2) {
    const bool comparable = scenes.ours == scenes.papers;
    table_.columns.push_back({paper_.empty() ? name : name + ", ours", decimals});
    if (!paper_.empty()) {
      table_.columns.push_back({comparable ? "paper" : fmt::format("paper, all {}", scenes.papers)});
      if (comparable) table_.columns.push_back({"difference"});
    }
    for (std::size_t i = 0; i < table_.rows.size(); ++i) {
      auto& values = table_.rows[i].values;
      const Value here = ours(outcome_.rows[i]);
      values.push_back(here);
      if (paper_.empty()) continue;
      Value there;
      for (const PaperRow& row : paper_) {
        if (row.method == table_.rows[i].name) there = row.values[column];
      }
      values.push_back(there);
      if (comparable) values.push_back(here && there ? Value(*here - *there) : Value());
    }
  }

  StudyTable take(std::string note) {
    table_.note = std::move(note);
    return std::move(table_);
  }

 private:
  const GroupOutcome& outcome_;
  std::span<const PaperRow> paper_;
  StudyTable table_;
};

GroupOutcome::Choice in_dataset(std::string_view name) {
  return [name](const Scene& scene) { return scene.dataset == name; };
}

/// The mean of the twelve figures of the refined maps: four scenes, three regions. Nothing short of all twelve.
Value average_error(const GroupOutcome& outcome, const StudyRow& row) {
  double sum = 0;
  int count = 0;
  for (const Scene& scene : outcome.scenes) {
    if (scene.dataset != "middlebury_v2") continue;
    for (const char* region : {"nonocc", "all", "disc"}) {
      const Value bad = outcome.value(scene, row, ranked_figure("middlebury_v2", region), "refined");
      if (!bad) return std::nullopt;
      sum += *bad;
      ++count;
    }
  }
  return count == 12 ? Value(sum / count) : std::nullopt;
}

StudyTable middlebury_table(const GroupOutcome& outcome) {
  const Measure bad = ranked_figure("middlebury_v2");
  const std::size_t scenes = outcome.measured(bad, every_scene).size();
  const std::size_t easier = outcome.measured(bad, in_m27).size();
  Comparison table("Table 1: Middlebury, bad-1 % of non-occluded pixels", outcome, table_1);
  table.add(fmt::format("M31 ({} of 31 scenes)", scenes), 0,
            [&](const StudyRow& row) { return outcome.mean(row, bad, every_scene); }, {scenes, 31});
  table.add(fmt::format("M27 ({} of 27)", easier), 1,
            [&](const StudyRow& row) { return outcome.mean(row, bad, in_m27); }, {easier, 27});
  table.add("Avg Err, refined", 2, [&](const StudyRow& row) { return average_error(outcome, row); });
  table.add(
      "Tsukuba, CPU s", 3,
      [&](const StudyRow& row) {
        return outcome.mean_seconds(row, [](const Scene& scene) { return scene.name == "tsukuba"; });
      },
      {}, 3);
  const std::vector<std::string> missing = missing_middlebury(outcome.scenes);
  return table.take(missing.empty()
                        ? ""
                        : fmt::format("Not among the scenes: {}. The paper's M31 and M27 have them, and are no "
                                      "figures to subtract ours from.",
                                      fmt::join(missing, ", ")));
}

StudyTable out_and_average(const std::string& title, const GroupOutcome& outcome, std::span<const PaperRow> paper,
                           const GroupOutcome::Choice& choice) {
  const auto figure = [](std::string_view region, const char* kind) {
    Measure result = ranked_figure("kitti2012", region);
    result.kind = kind;
    return result;
  };
  const std::size_t scenes = outcome.measured(figure(outcome.group->region, "bad"), choice).size();
  Comparison table(fmt::format("{}, {} pair{}", title, scenes, scenes == 1 ? "" : "s"), outcome, paper);
  struct Column {
    const char* name;
    std::string_view region;
    const char* kind;
  };
  const std::string_view seen = outcome.group->region;
  const std::string_view whole = outcome.group->whole;
  const std::array<Column, 4> columns = {{{"Out-Noc %", seen, "bad"},
                                          {"Out-All %", whole, "bad"},
                                          {"Avg-Noc px", seen, "average"},
                                          {"Avg-All px", whole, "average"}}};
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Measure measure = figure(columns[i].region, columns[i].kind);
    const std::size_t known = outcome.measured(measure, choice).size();
    if (known == 0) continue;
    // A truth without occluded pixels is no part of Out-All.
    const std::string name = known == scenes ? columns[i].name : fmt::format("{} ({} of them)", columns[i].name, known);
    table.add(name, i, [&](const StudyRow& row) { return outcome.mean(row, measure, choice); },
              {known, static_cast<std::size_t>(outcome.group->paper_scenes)});
  }
  return table.take(paper.empty() ? ""
                                  : fmt::format("The paper's figures are of {} pairs.", outcome.group->paper_scenes));
}

/// Newer benchmarks' own figures, without the paper's.
StudyTable figures_table(const std::string& title, const GroupOutcome& outcome, const GroupOutcome::Choice& choice,
                         const std::vector<std::pair<std::string, Measure>>& figures) {
  StudyTable table{title, "", {{"method"}}, {}};
  for (const auto& [name, figure] : figures) table.columns.push_back({name});
  table.columns.push_back({"CPU s", 3});
  for (const StudyRow& row : outcome.rows) {
    StudyTable::Row& line = table.rows.emplace_back(StudyTable::Row{row.title, {}});
    for (const auto& [name, figure] : figures) line.values.push_back(outcome.mean(row, figure, choice));
    line.values.push_back(outcome.mean_seconds(row, choice));
  }
  return table;
}

StudyTable kitti_2015_table(const GroupOutcome& outcome) {
  std::vector<std::pair<std::string, Measure>> figures;
  for (const char* region : {"noc", "occ", "bg", "fg"}) {
    const Measure figure = ranked_figure("kitti2015", region);
    if (!outcome.measured(figure, in_dataset("kitti2015")).empty())
      figures.emplace_back(fmt::format("D1 {} %", region), figure);
  }
  return figures_table("KITTI 2015, pooled", outcome, in_dataset("kitti2015"), figures);
}

StudyTable benchmark_table(const GroupOutcome& outcome) {
  const std::string name(outcome.group->rules);
  std::vector<std::pair<std::string, Measure>> figures;
  const std::vector<double>& thresholds = rules(name).thresholds;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    figures.emplace_back(fmt::format("bad-{} %", thresholds[i]), Measure{name, "", "bad", i});
  }
  const Measure ranked = ranked_figure(name);
  if (ranked.kind == "total_bad") {
    figures.emplace_back(fmt::format("bad-{} or missing %", thresholds[ranked.threshold]), ranked);
  }
  for (const char* kind : {"invalid", "average", "rms", "a50", "a90", "a95", "a99"}) {
    figures.emplace_back(kind, Measure{name, "", kind, 0});
  }
  return figures_table(std::string(outcome.group->title), outcome, every_scene, figures);
}

}  // namespace

std::vector<StudyTable> study_tables(const GroupOutcome& outcome) {
  std::vector<StudyTable> tables;
  const std::string_view group = outcome.group->name;
  const auto has = [&](std::string_view dataset) {
    return !outcome.measured(ranked_figure(outcome.group->rules), in_dataset(dataset)).empty();
  };
  if (group == "middlebury") {
    tables.push_back(middlebury_table(outcome));
  } else if (group == "kitti") {
    if (has("kitti2012")) {
      tables.push_back(out_and_average("Table 2: KITTI 2012", outcome, table_2, in_dataset("kitti2012")));
    }
    if (has("kitti2015")) {
      tables.push_back(out_and_average("KITTI 2012 and 2015 by the rules of 2012", outcome, {}, every_scene));
      tables.push_back(kitti_2015_table(outcome));
    }
  } else if (group == "tsukuba") {
    tables.push_back(out_and_average("Table 3: New Tsukuba", outcome, table_3, every_scene));
  } else {
    tables.push_back(benchmark_table(outcome));
  }
  return tables;
}

StudyTable scenes_table(const GroupOutcome& outcome) {
  const Measure bad = ranked_figure(outcome.group->rules);
  StudyTable table{
      fmt::format("{}, every pair: bad-{}{} %", outcome.group->title, rules(bad.rules).thresholds[bad.threshold],
                  bad.kind == "total_bad" ? " or missing" : ""),
      "",
      {{"pair"}},
      {}};
  for (const StudyRow& row : outcome.rows) table.columns.push_back({row.title});
  for (const Scene* scene : outcome.measured(bad, every_scene)) {
    StudyTable::Row& line = table.rows.emplace_back(StudyTable::Row{scene->name, {}});
    for (const StudyRow& row : outcome.rows) line.values.push_back(outcome.value(*scene, row, bad));
  }
  StudyTable::Row& mean = table.rows.emplace_back(StudyTable::Row{"mean", {}});
  for (const StudyRow& row : outcome.rows) mean.values.push_back(outcome.mean(row, bad, every_scene));
  return table;
}

}  // namespace csca::app
