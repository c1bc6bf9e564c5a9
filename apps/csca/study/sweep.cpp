// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/sweep.hpp"

#include "study/contents.hpp"

#include <fmt/format.h>

namespace csca::app {
namespace {

std::string variant(const Sweep& sweep, const std::string& value) { return sweep.option + "=" + value; }

}  // namespace

Sweep lambda_sweep() {
  return {"lambda",
          "lambda",
          "Error against lambda",
          {"0", "0.05", "0.1", "0.2", "0.3", "0.5", "0.7", "1", "1.5", "2", "3", "5", "10"}};
}

Sweep scales_sweep() {
  return {"scales", "scales", "Error and time against the number of scales", {"1", "2", "3", "4", "5", "6"}};
}

std::vector<StudyJob> sweep_jobs(const Sweep& sweep, const GroupOutcome& outcome) {
  std::vector<StudyJob> jobs;
  for (const Scene& scene : outcome.scenes) {
    const std::map<std::string, std::string> contents = contents_of(scene);
    for (const StudyRow& row : outcome.rows) {
      if (row.plain.empty()) continue;
      for (const std::string& value : sweep.values) {
        const StudyRow varied = with_settings(row, variant(sweep, value), {{sweep.option, value}});
        jobs.push_back({outcome.group, scene, varied, false, contents});
      }
    }
  }
  return jobs;
}

std::vector<SweepCurve> sweep_curves(const Sweep& sweep, const GroupOutcome& outcome) {
  const Measure bad = ranked_figure(outcome.group->rules);
  std::vector<SweepCurve> curves;
  for (const StudyRow& row : outcome.rows) {
    if (row.plain.empty()) continue;
    SweepCurve& curve = curves.emplace_back(SweepCurve{row.plain, row.title, {}, {}});
    std::optional<double> least;
    for (const std::string& value : sweep.values) {
      const std::string name = variant(sweep, value);
      const SweepCurve::Point point{std::stod(value), outcome.mean(row, bad, every_scene, name),
                                    outcome.mean_seconds(row, every_scene, name)};
      if (point.bad && (!least || *point.bad < *least)) {
        least = point.bad;
        curve.best = point.value;
      }
      curve.points.push_back(point);
    }
  }
  return curves;
}

StudyTable sweep_table(const Sweep& sweep, const std::vector<SweepCurve>& curves, const GroupOutcome& outcome) {
  const std::size_t scenes =
      outcome.measured(ranked_figure(outcome.group->rules), every_scene, variant(sweep, sweep.values.front())).size();
  StudyTable table{fmt::format("{}: bad pixels in %, mean of {} pairs", sweep.title, scenes), "", {{sweep.name}}, {}};
  std::vector<std::string> best;
  for (const SweepCurve& curve : curves) {
    table.columns.push_back({curve.title});
    if (curve.best) best.push_back(fmt::format("{} {}", curve.title, *curve.best));
  }
  const bool timed = sweep.name == "scales";
  for (const SweepCurve& curve : curves) {
    if (timed) table.columns.push_back({curve.title + ", CPU s", 3});
  }
  for (std::size_t i = 0; i < sweep.values.size(); ++i) {
    StudyTable::Row& row = table.rows.emplace_back(StudyTable::Row{sweep.values[i], {}});
    for (const SweepCurve& curve : curves) row.values.push_back(curve.points[i].bad);
    for (const SweepCurve& curve : curves) {
      if (timed) row.values.push_back(curve.points[i].seconds);
    }
  }
  table.note = fmt::format("Least errors at {} = {}.", sweep.name, fmt::join(best, ", "));
  for (const std::string& sentence : outcome.missing) table.note += fmt::format("\nLeft out: {}.", sentence);
  return table;
}

Figure sweep_figure(const Sweep& sweep, const std::vector<SweepCurve>& curves) {
  // Lambda's values lie a decade apart; 0, which is plain aggregation, has no place there.
  const Axis x{.title = sweep.name, .logarithmic = sweep.name == "lambda"};
  Plot errors;
  errors.title = "error";
  errors.x = x;
  errors.y.title = "bad pixels, %";
  Plot times;
  times.title = "time";
  times.x = x;
  times.y.title = "CPU s a pair";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    Series bad{.name = curves[i].title, .points = {}, .colour = plot_colour(i), .marker = Marker::dot};
    Series seconds = bad;
    for (const SweepCurve::Point& point : curves[i].points) {
      if (point.bad) bad.points.push_back({point.value, *point.bad});
      if (point.seconds) seconds.points.push_back({point.value, *point.seconds});
    }
    errors.series.push_back(std::move(bad));
    times.series.push_back(std::move(seconds));
  }
  std::vector<Plot> plots = {std::move(errors)};
  if (sweep.name == "scales") plots.push_back(std::move(times));
  return in_columns(sweep.title, std::move(plots), 2);
}

std::string sweep_csv(const Sweep& sweep, const std::vector<SweepCurve>& curves) {
  std::string text = fmt::format("method,{},bad_percent,cpu_seconds\n", sweep.name);
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{}", *value) : std::string();
  };
  for (const SweepCurve& curve : curves) {
    for (const SweepCurve::Point& point : curve.points) {
      text += fmt::format("{},{},{},{}\n", curve.title, point.value, number(point.bad), number(point.seconds));
    }
  }
  return text;
}

}  // namespace csca::app
