// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/evaluate.hpp>

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

double percent(std::size_t part, std::size_t whole) {
  return whole == 0 ? none : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

/// As ETH3D's program: the error at place floor(n q).
double quantile(const std::vector<float>& ascending, double q) {
  const auto place = static_cast<std::size_t>(static_cast<double>(ascending.size()) * q);
  return ascending[std::min(place, ascending.size() - 1)];
}

void set_errors(Metrics& result, const std::vector<float>& errors, double without) {
  if (errors.empty()) {
    result.average = result.rms = result.a50 = result.a90 = result.a95 = result.a99 = without;
    return;
  }
  double sum = 0;
  double squares = 0;
  for (const double error : errors) {
    sum += error;
    squares += error * error;
  }
  const auto n = static_cast<double>(errors.size());
  result.average = sum / n;
  result.rms = std::sqrt(squares / n);
  result.a50 = quantile(errors, 0.5);
  result.a90 = quantile(errors, 0.9);
  result.a95 = quantile(errors, 0.95);
  result.a99 = quantile(errors, 0.99);
}

Tally sum(std::span<const Tally> images, std::size_t thresholds) {
  Tally all;
  all.bad.resize(thresholds);
  for (const Tally& image : images) {
    all.pixels += image.pixels;
    all.estimated += image.estimated;
    for (std::size_t i = 0; i < thresholds; ++i) all.bad[i] += image.bad[i];
    all.errors.insert(all.errors.end(), image.errors.begin(), image.errors.end());
  }
  std::sort(all.errors.begin(), all.errors.end());
  return all;
}

template <class Figure>
double mean(const std::vector<Metrics>& images, const Figure& figure) {
  double sum = 0;
  std::size_t count = 0;
  for (const Metrics& image : images) {
    const double value = figure(image);
    if (std::isnan(value)) continue;
    sum += value;
    ++count;
  }
  return count == 0 ? none : sum / static_cast<double>(count);
}

}  // namespace

Metrics metrics(const Tally& tally, const Rules& rules) {
  const bool of_estimated = rules.holes == Holes::left_out;
  const bool holes_apart = of_estimated || rules.holes == Holes::apart;
  const std::size_t invalid = tally.pixels - tally.estimated;
  Metrics result;
  for (const std::size_t bad : tally.bad) {
    const double share = percent(bad, of_estimated ? tally.estimated : tally.pixels);
    result.bad.push_back(of_estimated && tally.estimated == 0 ? 100 : share);
    result.total_bad.push_back(percent(bad + (holes_apart ? invalid : 0), tally.pixels));
  }
  result.invalid = percent(invalid, tally.pixels);
  set_errors(result, tally.errors, of_estimated ? std::numeric_limits<double>::infinity() : none);
  return result;
}

Metrics metrics(std::span<const Tally> images, const Rules& rules) {
  if (rules.pooling == Pooling::pixels) return metrics(sum(images, rules.thresholds.size()), rules);
  std::vector<Metrics> each;
  for (const Tally& image : images) each.push_back(metrics(image, rules));
  Metrics result;
  for (std::size_t i = 0; i < rules.thresholds.size(); ++i) {
    result.bad.push_back(mean(each, [&](const Metrics& image) { return image.bad[i]; }));
    result.total_bad.push_back(mean(each, [&](const Metrics& image) { return image.total_bad[i]; }));
  }
  for (double Metrics::*figure : {&Metrics::invalid, &Metrics::average, &Metrics::rms, &Metrics::a50, &Metrics::a90,
                                  &Metrics::a95, &Metrics::a99}) {
    result.*figure = mean(each, [&](const Metrics& image) { return image.*figure; });
  }
  return result;
}

}  // namespace csca
