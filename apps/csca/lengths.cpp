// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "lengths.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>

namespace csca::app {
namespace {

struct Unit {
  std::string_view name;
  double metres;
};

constexpr Unit units[] = {{"mm", 1e-3}, {"cm", 1e-2}, {"m", 1}, {"in", 0.0254}};

}  // namespace

double metres_of(const std::string& word, const std::string& flag, std::optional<double> plain) {
  double number = 1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  const bool has_number = error == std::errc();
  std::string_view unit = std::string_view(word).substr(has_number ? static_cast<std::size_t>(end - word.data()) : 0);
  unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
  double metres = has_number && unit.empty() ? plain.value_or(0) : 0;
  for (const Unit& known : units) {
    if (known.name == unit) metres = known.metres;
  }
  if (!(metres > 0 && number > 0 && std::isfinite(number))) {
    throw Error(
        fmt::format("{} is '{}': give a length above 0 with its unit, such as 25mm, 2.5cm or 0.025m", flag, word));
  }
  return number * metres;
}

}  // namespace csca::app
