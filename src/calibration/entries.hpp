// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/geometry.hpp>

#include <array>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/source.hpp"

namespace csca::calibration {

/// What stands behind a name in a calibration file: a word, a number, a list of them or a matrix row by row.
struct Entry {
  std::string text;             // empty for lists and matrices
  std::vector<double> numbers;  // empty where some word is no number; may hold NaN
};

/// A calibration file as names and what stands behind them, whatever its syntax.
struct Entries {
  std::string file;  // in quotes, as errors show it
  std::map<std::string, Entry, std::less<>> all = {};

  bool has(std::string_view key) const { return all.contains(key); }
  /// The first of these names that is there; the first of all when none is.
  std::string_view spelling(std::initializer_list<std::string_view> keys) const;

  /// The number behind a name; nothing where there is none.
  std::optional<double> plain_number(std::string_view key) const;

  // The numbers of an entry. Throw Error when it is missing, has another count of them, or one is not finite.
  std::vector<double> list(std::string_view key) const;
  std::vector<double> list(std::string_view key, std::size_t count) const;
  double number(std::string_view key) const { return list(key, 1).front(); }
  int size(std::string_view key) const;                       ///< a count of pixels
  std::array<int, 2> image_size(std::string_view key) const;  ///< width and height
  Vector3 vector3(std::string_view key) const;
  Matrix3 matrix3(std::string_view key) const;
  Matrix34 matrix34(std::string_view key) const;

  /// "'rig.yml' has no 'M1': <remedy>".
  [[noreturn]] void fail_missing(std::string_view key, std::string_view remedy = "") const;

 private:
  int pixels(std::string_view key, double value) const;
};

/// A whole word as a number, "nan" and ".Inf" too; false when it is none.
bool parse_number(std::string_view word, double& value);

/// The words of a text as numbers; none when one of them is no number. Brackets, commas and semicolons separate words.
std::vector<double> parse_numbers(std::string_view text);

// A syntax each.
Entries lines_entries(const io::Source& source);  ///< "name=value" and "name: value"
Entries yaml_entries(const io::Source& source);
Entries xml_entries(const io::Source& source);

}  // namespace csca::calibration
