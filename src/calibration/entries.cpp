// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/entries.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace csca::calibration {

bool parse_number(std::string_view word, double& value) {
  if (word.starts_with('+')) word.remove_prefix(1);
  // As OpenCV writes them.
  if (word == ".Nan" || word == ".Inf" || word == "-.Inf") {
    value = std::numeric_limits<double>::quiet_NaN();
    return true;
  }
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size();
}

std::vector<double> parse_numbers(std::string_view text) {
  constexpr std::string_view separators = " \t\r\n[](),;";
  std::vector<double> numbers;
  for (std::size_t begin = text.find_first_not_of(separators); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    double value = 0;
    if (!parse_number(text.substr(begin, end - begin), value)) return {};
    numbers.push_back(value);
    begin = text.find_first_not_of(separators, end);
  }
  return numbers;
}

std::string_view Entries::spelling(std::initializer_list<std::string_view> keys) const {
  const auto* found = std::find_if(keys.begin(), keys.end(), [&](std::string_view key) { return has(key); });
  return found != keys.end() ? *found : *keys.begin();
}

void Entries::fail_missing(std::string_view key, std::string_view remedy) const {
  throw Error(fmt::format("{} has no '{}'{}{}", file, key, remedy.empty() ? "" : ": ", remedy));
}

std::optional<double> Entries::plain_number(std::string_view key) const {
  const auto found = all.find(key);
  if (found == all.end() || found->second.numbers.size() != 1) return {};
  return found->second.numbers.front();
}

std::vector<double> Entries::list(std::string_view key) const {
  const auto found = all.find(key);
  if (found == all.end()) fail_missing(key, "a calibration needs it");
  const std::vector<double>& numbers = found->second.numbers;
  if (numbers.empty()) throw Error(fmt::format("{} has something in '{}' that is no number; correct it", file, key));
  if (!std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); })) {
    throw Error(fmt::format("{} has a number in '{}' that is not finite: calibrate anew", file, key));
  }
  return numbers;
}

std::vector<double> Entries::list(std::string_view key, std::size_t count) const {
  std::vector<double> numbers = list(key);
  if (numbers.size() == count) return numbers;
  throw Error(fmt::format("{} has {} number{} in '{}', which takes {}", file, numbers.size(),
                          numbers.size() == 1 ? "" : "s", key, count));
}

int Entries::pixels(std::string_view key, double value) const {
  constexpr double largest = 1e6;
  if (value >= 1 && value <= largest && value == std::floor(value)) return static_cast<int>(value);
  throw Error(fmt::format("{} says {} in '{}', which is no size of an image in pixels", file, value, key));
}

int Entries::size(std::string_view key) const { return pixels(key, number(key)); }

std::array<int, 2> Entries::image_size(std::string_view key) const {
  const std::vector<double> values = list(key, 2);
  return {pixels(key, values[0]), pixels(key, values[1])};
}

Vector3 Entries::vector3(std::string_view key) const {
  Vector3 vector;
  std::ranges::copy(list(key, vector.size()), vector.begin());
  return vector;
}

Matrix3 Entries::matrix3(std::string_view key) const {
  Matrix3 matrix;
  std::ranges::copy(list(key, matrix.size()), matrix.begin());
  return matrix;
}

Matrix34 Entries::matrix34(std::string_view key) const {
  Matrix34 matrix;
  std::ranges::copy(list(key, matrix.size()), matrix.begin());
  return matrix;
}

}  // namespace csca::calibration
