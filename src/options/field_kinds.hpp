// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/options.hpp>

#include "core/named.hpp"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

// Each maker gives one kind of field its words, its bounds, and its ways to and from text.
namespace csca::options {

struct Label {
  std::string_view name;
  std::string_view group;
  std::string_view help;
  Field::Use use = Field::Use::ordinary;
};
constexpr Field::Use essential = Field::Use::essential;
constexpr Field::Use reproduction = Field::Use::reproduction;

/// Where an option lives. Plain pointers: a maker is then compiled once for a type, not once for a field.
template <class T>
struct Place {
  template <class At>
  explicit Place(At)  // made anew in each: clang 14 makes no pointer of a lambda for both at once
      : change([](Options& options) -> T& { return At()(options); }),
        read([](const Options& options) -> const T& { return At()(options); }) {}

  T& (*change)(Options&);
  const T& (*read)(const Options&);
};
template <class At>
Place(At) -> Place<std::remove_cvref_t<std::invoke_result_t<At, Options&>>>;

constexpr Bounds from(double minimum, double maximum) { return {minimum, maximum}; }
constexpr Bounds above(double minimum, double maximum) { return {minimum, maximum, 0, false}; }
constexpr Bounds whole(double minimum, double maximum) { return {minimum, maximum, 1}; }
constexpr Bounds either(double one, double other) { return {one, other, other - one}; }
constexpr Bounds odd(double minimum, double maximum) { return {minimum, maximum, 2}; }

/// A field of that kind that knows no option yet.
Field labelled(const Label& label, Field::Kind kind);

/// T is int, double, or an optional one.
template <class T>
Field number(const Label& label, Bounds bounds, Place<T> place);

Field flag(const Label& label, Place<bool> place);

/// A name out of a list that lives elsewhere, kept as text.
Field name_of(const Label& label, std::span<const std::string_view> names, Place<std::string> place);

/// Names out of such a list, separated by commas; an empty list reads "none", which has to be one of the names.
Field list_of(const Label& label, std::span<const std::string_view> names, Place<std::string> place);

/// A name out of such a list, or several joined by +, each with a weight of its own if need be.
Field mixture(const Label& label, std::span<const std::string_view> names, Place<std::string> place);

/// A size in bytes, also with K, M, G or T for powers of 1000.
Field bytes(const Label& label, Place<std::optional<std::size_t>> place);

/// The name of a value of an enumeration; the table outlives the field.
template <class T, std::size_t n>
Field choice(const Label& label, const std::array<Named<T>, n>& table, Place<T> place) {
  Field field = labelled(label, Field::Kind::choice);
  for (const Named<T>& row : table) field.choices.push_back(row.name);
  field.get = [&table, place](const Options& options) -> std::string {
    for (const Named<T>& row : table) {
      if (row.value == place.read(options)) return std::string(row.name);
    }
    return std::to_string(static_cast<int>(place.read(options)));
  };
  field.set = [&table, name = label.name, place](Options& options, std::string_view text) {
    place.change(options) = find_named(table, text, name);
  };
  field.check = [&table, name = label.name, get = field.get](const Options& options) {
    find_named(table, get(options), name);
  };
  return field;
}

}  // namespace csca::options
