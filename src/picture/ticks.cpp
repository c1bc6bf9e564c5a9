// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/ticks.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace csca::picture {
namespace {

/// std::to_chars rather than printf: the decimal point does not depend on the locale.
template <class... Arguments>
std::string written(Arguments... arguments) {
  char buffer[128];
  const auto result = std::to_chars(buffer, buffer + sizeof buffer, arguments...);
  std::string text(buffer, result.ptr);
  // "1e+06" and "2e-05" to "1e6" and "2e-5"
  if (const auto e = text.find('e'); e != std::string::npos) {
    if (text[e + 1] == '+') text.erase(e + 1, 1);
    const std::size_t digits = e + (text[e + 1] == '-' ? 2 : 1);
    while (text[digits] == '0' && digits + 1 < text.size()) text.erase(digits, 1);
  }
  return text;
}

/// A step of factor x 10^exponent.
struct Step {
  int factor = 1;
  int exponent = 0;
  double multiple(double n) const {
    // Dividing by an exact power of ten gives the double nearest to the decimal number; multiplying by 0.1 would not.
    return exponent < 0 ? n * factor / std::pow(10.0, -exponent) : n * factor * std::pow(10.0, exponent);
  }
};

/// The smallest step that is no smaller than `least`.
Step round_step(double least) {
  const int exponent = static_cast<int>(std::floor(std::log10(least))) - 1;  // one less: log10 may be rounded up
  for (int e = exponent;; ++e) {
    for (const int factor : {1, 2, 5}) {
      const Step step{factor, e};
      if (step.multiple(1) >= least * (1 - 1e-9)) return step;
    }
  }
}

std::string label_of(double value, double largest, Step step) {
  const int digits = static_cast<int>(std::floor(std::log10(largest))) - step.exponent + 1;
  const bool short_power = largest >= 1e6 && digits <= 6;
  if (short_power || largest >= 1e9 || largest < 1e-3) {
    return written(value, std::chars_format::general, std::max(digits, 1));
  }
  return written(value, std::chars_format::fixed, std::max(0, -step.exponent));
}

}  // namespace

std::vector<Tick> round_ticks(float low, float high, int most) {
  if (!(low < high)) return {{low, written(low)}};
  const double range = static_cast<double>(high) - low;
  const Step step = round_step(range / (most - 1));
  const double size = step.multiple(1);
  // An end of the range that misses a multiple by rounding only is meant to be that multiple.
  constexpr double slack = 1e-6;
  const double first = std::ceil(low / size - slack);
  const double last = std::floor(high / size + slack);
  const double largest = std::max({size, std::abs(step.multiple(first)), std::abs(step.multiple(last))});
  std::vector<Tick> ticks;
  for (int i = 0; i < most && first + i <= last; ++i) {
    const double value = step.multiple(first + i) + 0.0;  // + 0.0 turns -0 into 0
    ticks.push_back({value, label_of(value, largest, step)});
  }
  return ticks;
}

}  // namespace csca::picture
