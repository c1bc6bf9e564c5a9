// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "study/outcome.hpp"

#include <fmt/format.h>

namespace csca::app {
namespace {

std::string key(const Scene& scene, const std::string& row, const std::string& variant) {
  return fmt::format("{}/{}/{},{}", scene.dataset, scene.name, row, variant);
}

/// The scores of a region; nullptr where the pair has none.
const Json* region_of(const Json& scores, const Measure& figure) {
  const Json* rules = scores.find(figure.rules);
  if (rules == nullptr) return nullptr;
  return rules->find(figure.region.empty() ? rules->at("main_region").text() : figure.region);
}

std::optional<double> number(const Json* value) {
  return value == nullptr || !value->is_number() ? std::nullopt : std::optional(value->number());
}

}  // namespace

Measure ranked_figure(std::string_view name, std::string_view region) {
  const Rules& by = rules(name);
  const bool holes_are_bad = by.holes == Holes::bad || by.holes == Holes::completed;
  return {std::string(name), std::string(region), holes_are_bad ? "bad" : "total_bad", by.ranked};
}

void GroupOutcome::add(const std::filesystem::path& out, const StudyJob& job) {
  if (std::optional<Json> scores = stored_scores(out, job)) {
    entries_[key(job.scene, job.row.id, job.row.variant)] = {std::move(*scores), stored_seconds(out, job)};
  }
}

const GroupOutcome::Entry* GroupOutcome::entry(const Scene& scene, const StudyRow& row,
                                               const std::string& variant) const {
  const auto found = entries_.find(key(scene, row.id, variant));
  return found == entries_.end() ? nullptr : &found->second;
}

std::optional<double> GroupOutcome::value(const Scene& scene, const StudyRow& row, const Measure& figure,
                                          const std::string& variant) const {
  const Entry* stored = entry(scene, row, variant);
  const Json* region = stored == nullptr ? nullptr : region_of(stored->scores, figure);
  if (region == nullptr) return std::nullopt;
  const Json& value = region->at(figure.kind);
  return number(value.is_array() ? &value.at(figure.threshold) : &value);
}

std::optional<double> GroupOutcome::seconds(const Scene& scene, const StudyRow& row, const std::string& variant) const {
  const Entry* stored = entry(scene, row, variant);
  return stored == nullptr ? std::nullopt : stored->seconds;
}

std::vector<const Scene*> GroupOutcome::measured(const Measure& figure, const Choice& choice,
                                                 const std::string& variant) const {
  std::vector<const Scene*> result;
  for (const Scene& scene : scenes) {
    if (!choice(scene)) continue;
    for (const StudyRow& row : rows) {
      if (!value(scene, row, figure, variant)) continue;
      result.push_back(&scene);
      break;
    }
  }
  return result;
}

std::optional<double> GroupOutcome::mean(const StudyRow& row, const Measure& figure, const Choice& choice,
                                         const std::string& variant) const {
  const bool pooled = figure.kind == "bad" && rules(figure.rules).pooling == Pooling::pixels;
  double sum = 0;
  double weight = 0;
  for (const Scene* scene : measured(figure, choice, variant)) {
    const std::optional<double> found = value(*scene, row, figure, variant);
    if (!found) return std::nullopt;  // a mean of other scenes than its neighbours' could not be compared
    Measure pixels = figure;
    pixels.kind = "pixels";
    const double share = pooled ? value(*scene, row, pixels, variant).value_or(0) : 1;
    sum += share * *found;
    weight += share;
  }
  return weight > 0 ? std::optional(sum / weight) : std::nullopt;
}

std::optional<double> GroupOutcome::mean_seconds(const StudyRow& row, const Choice& choice,
                                                 const std::string& variant) const {
  double sum = 0;
  int count = 0;
  for (const Scene& scene : scenes) {
    const std::optional<double> found = choice(scene) ? seconds(scene, row, variant) : std::nullopt;
    if (!found) continue;
    sum += *found;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

std::string GroupOutcome::csv() const {
  std::string text;
  for (const auto& [name, stored] : entries_) {
    const std::size_t comma = name.rfind(',');
    const std::size_t second = name.rfind('/', comma);
    const std::size_t first = name.rfind('/', second - 1);
    const std::string where =
        fmt::format("{},{},{},{}", name.substr(0, first), name.substr(first + 1, second - first - 1),
                    name.substr(second + 1, comma - second - 1), name.substr(comma + 1));
    for (const auto& [by, regions] : stored.scores.members()) {
      for (const auto& [region, figures] : regions.members()) {
        if (!figures.is_object()) continue;
        for (const auto& [kind, value] : figures.members()) {
          const auto line = [&](const std::string& figure, const Json& number) {
            text += fmt::format("{},{},{},{},{}\n", where, by, region, figure,
                                number.is_null() ? std::string() : number.dump());
          };
          if (!value.is_array()) {
            line(kind, value);
            continue;
          }
          const std::vector<double>& thresholds = rules(by).thresholds;
          for (std::size_t i = 0; i < value.size(); ++i) line(fmt::format("{}-{}", kind, thresholds[i]), value.at(i));
        }
      }
    }
  }
  return text;
}

}  // namespace csca::app
