// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/axis_scale.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace csca::picture {
namespace {

constexpr double largest = 1e30;  // ticks are made of floats

bool has_place(double value, bool logarithmic) {
  return std::abs(value) <= largest && (!logarithmic || value >= 1 / largest);
}

void check_end(const Axis& axis, std::optional<double> end) {
  if (!end || has_place(*end, axis.logarithmic)) return;
  throw Error(fmt::format("The axis '{}' cannot end at {}: give a finite number{}.", axis.title, *end,
                          axis.logarithmic ? " above 0, since it is logarithmic" : ""));
}

/// Room around the values; a single value stands in the middle.
std::pair<double, double> padded(double low, double high, double padding, bool logarithmic) {
  if (logarithmic) {
    const double factor = low < high ? std::pow(high / low, padding) : 2;
    return {low / factor, high * factor};
  }
  const double room = low < high ? padding * (high - low) : low == 0 ? 0.5 : std::abs(low) / 10;
  return {low - room, high + room};
}

std::vector<Tick> powers_of_ten(double low, double high, int most, std::vector<double> factors) {
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  for (int step = 1;; ++step) {
    std::vector<Tick> ticks;
    for (int exponent = first; exponent <= last; ++exponent) {
      if (exponent % step != 0) continue;
      for (const double factor : factors) {
        const double value = factor * std::pow(10.0, exponent);
        if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
        ticks.push_back({value, round_ticks(static_cast<float>(value), static_cast<float>(value), 2).front().label});
      }
    }
    if (static_cast<int>(ticks.size()) <= most) return ticks;
    factors = {1};
  }
}

}  // namespace

AxisScale::AxisScale(const Axis& axis, const std::vector<double>& values, double padding)
    : logarithmic_(axis.logarithmic && axis.names.empty()), names_(axis.names) {
  if (!names_.empty()) {
    low_ = -0.5;
    high_ = static_cast<double>(names_.size()) - 0.5;
    return;
  }
  check_end(axis, axis.low);
  check_end(axis, axis.high);
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const double value : values) {
    if (!has_place(value, logarithmic_)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  if (low > high) {
    low = axis.low.value_or(axis.high.value_or(1) - 1);
    high = axis.high.value_or(low + 1);
    if (logarithmic_ && low <= 0) low = high / 10;
  } else {
    std::tie(low, high) = padded(low, high, padding, logarithmic_);
  }
  low_ = axis.low.value_or(low);
  high_ = axis.high.value_or(high);
  if (low_ < high_) return;
  if (axis.low && axis.high) {
    throw Error(fmt::format("The axis '{}' cannot go from {} to {}: give the lower end first.", axis.title, *axis.low,
                            *axis.high));
  }
  // All values lie beyond the end that was asked for.
  const double beyond = logarithmic_ ? 10 : std::max(1.0, std::abs(low_) / 10);
  if (axis.low) {
    high_ = logarithmic_ ? low_ * beyond : low_ + beyond;
  } else {
    low_ = logarithmic_ ? high_ / beyond : high_ - beyond;
  }
}

double AxisScale::share(double value) const {
  if (!has_place(value, logarithmic_)) return std::numeric_limits<double>::quiet_NaN();
  if (logarithmic_) return std::log(value / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

std::vector<Tick> AxisScale::ticks(int most) const {
  std::vector<Tick> named;
  for (const std::string& name : names_) named.push_back({static_cast<double>(named.size()), name});
  if (!named.empty()) return named;
  if (logarithmic_) {
    auto ticks = powers_of_ten(low_, high_, most, {1, 2, 5});
    if (ticks.size() >= 2) return ticks;  // else the axis is too short for powers of ten
  }
  return round_ticks(static_cast<float>(low_), static_cast<float>(high_), most);
}

}  // namespace csca::picture
