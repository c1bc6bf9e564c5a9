// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/rows.hpp"

#include "bench/matchers.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

namespace csca::app {
namespace {

std::string upper(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::toupper(c); });
  return text;
}

/// Mixtures are the sum of their parts; a method that the table does not know is taken for a slow one.
double effort_of(const std::string& method) {
  static const std::map<std::string, double> nanoseconds = {{"none", 1}, {"box", 2}, {"nl", 5}, {"st", 5},
                                                            {"gf", 7},   {"bf", 40}, {"sgm", 6}};
  double sum = 0;
  for (std::size_t from = 0; from <= method.size();) {
    const std::size_t to = std::min(method.find('+', from), method.size());
    const std::string part = method.substr(from, to - from);
    const auto known = nanoseconds.find(part.substr(part.find('*') + 1));
    sum += known == nanoseconds.end() ? 10 : known->second;
    from = to + 1;
  }
  return sum;
}

std::vector<Setting> group_settings(const StudyGroup& group, const StudyChoice& choice) {
  std::vector<Setting> settings = choice.paper() ? group.paper : std::vector<Setting>{};
  // Unless a preset is asked for, methods are compared by what they find themselves.
  if (choice.preset.empty()) settings = {{"planes", "0"}, {"right", "none"}, {"refine", "none"}};
  settings.insert(settings.end(), choice.settings.begin(), choice.settings.end());
  settings.emplace_back("threads", "1");  // pairs run side by side, each on one thread: its CPU time is its own
  return settings;
}

StudyRow row(const std::string& title, const std::string& plain, const std::string& preset,
             const std::vector<Setting>& common, const std::vector<Setting>& own) {
  StudyRow result;
  result.title = title;
  result.id = title;
  std::transform(title.begin(), title.end(), result.id.begin(), [](unsigned char c) { return std::tolower(c); });
  std::replace(result.id.begin(), result.id.end(), '*', 'x');
  result.plain = plain;
  std::vector<Setting> settings = common;
  settings.insert(settings.end(), own.begin(), own.end());
  result.options = make_options(preset, settings);
  validate(result.options);
  result.effort = effort_of(result.options.aggregate.method) * (plain.empty() ? 1 : 1.4);
  return result;
}

}  // namespace

std::vector<StudyRow> study_rows(const StudyGroup& group, const StudyChoice& choice, const OpenCv& opencv) {
  const std::string preset = choice.preset.empty() ? std::string(group.preset) : choice.preset;
  const std::vector<Setting> common = group_settings(group, choice);
  std::vector<StudyRow> rows;
  std::vector<std::string> methods = choice.methods.empty() ? group.methods : choice.methods;
  if (choice.methods.empty() && !choice.paper()) {
    methods.insert(methods.end(), {"sgm", "gf+st", "gf+st+sgm"});  // which the paper has not
  }
  for (const std::string& method : methods) {
    rows.push_back(row(upper(method), "", preset, common, {{"method", method}, {"scales", "1"}}));
    const std::string plain = rows.back().id;
    rows.push_back(row(fmt::format("S+{}", upper(method)), plain, preset, common, {{"method", method}}));
  }
  for (const auto& [name, peer] : opencv_rows(opencv)) {
    StudyRow& added = rows.emplace_back(row(name, "", "", {}, {}));
    std::replace(added.id.begin(), added.id.end(), ' ', '-');
    added.peer = peer;
    added.effort = 3;
  }
  return rows;
}

StudyRow with_settings(const StudyRow& row, const std::string& variant, const std::vector<Setting>& settings) {
  StudyRow result = row;
  result.variant = variant;
  for (const auto& [name, value] : settings) field(name).set(result.options, value);
  validate(result.options);
  return result;
}

std::vector<Setting> refinement(std::string_view steps) {
  return {{"right", "full"}, {"refine", std::string(steps)}, {"fill", "all"}};
}

}  // namespace csca::app
