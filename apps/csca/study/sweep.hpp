// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "picture/plot.hpp"
#include "study/outcome.hpp"
#include "study/table.hpp"

#include <string>
#include <vector>

namespace csca::app {

/// One option varied, all else as it is: the paper's study of lambda, and that of the number of scales.
struct Sweep {
  std::string name;    ///< "lambda"
  std::string option;  ///< as the option table names it
  std::string title;
  std::vector<std::string> values;
};

Sweep lambda_sweep();
Sweep scales_sweep();

/// S+X for each method and value; no maps are kept.
std::vector<StudyJob> sweep_jobs(const Sweep& sweep, const GroupOutcome& outcome);

/// What a method's mean error and time are at each value.
struct SweepCurve {
  std::string method;  ///< id of X
  std::string title;   ///< of S+X
  struct Point {
    double value;
    std::optional<double> bad;
    std::optional<double> seconds;
  };
  std::vector<Point> points;
  std::optional<double> best;  ///< the value with the least error
};

std::vector<SweepCurve> sweep_curves(const Sweep& sweep, const GroupOutcome& outcome);
/// Its note names the best values, and what had to be left out.
StudyTable sweep_table(const Sweep& sweep, const std::vector<SweepCurve>& curves, const GroupOutcome& outcome);
Figure sweep_figure(const Sweep& sweep, const std::vector<SweepCurve>& curves);
std::string sweep_csv(const Sweep& sweep, const std::vector<SweepCurve>& curves);

}  // namespace csca::app
