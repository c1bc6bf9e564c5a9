// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/suggestion.hpp"

#include <csca/aligned.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

// Tables of things that users pick by name: methods, presets, the values of an enumeration.
namespace csca {

template <class T>
struct Named {
  std::string_view name;
  T value;
};

template <class T, std::size_t n>
constexpr std::array<std::string_view, n> names_of(const std::array<Named<T>, n>& table) {
  std::array<std::string_view, n> names;
  for (std::size_t i = 0; i < n; ++i) names[i] = table[i].name;
  return names;
}

/// "grd, cen, cg"
inline std::string listed(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) text.append(text.empty() ? "" : ", ").append(name);
  return text;
}

/// The names of a list such as "nl, median", spaces cut off; none for an empty list.
inline PooledVector<std::string_view> names_in(std::string_view list) {
  PooledVector<std::string_view> names;
  if (list.find_first_not_of(' ') == std::string_view::npos) return names;
  for (std::size_t start = 0; start <= list.size();) {
    const std::size_t comma = std::min(list.find(',', start), list.size());
    std::string_view name = list.substr(start, comma - start);
    name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
    name.remove_suffix(name.size() - (name.find_last_not_of(' ') + 1));
    names.push_back(name);
    start = comma + 1;
  }
  return names;
}

/// "cost is 'gdr': allowed is grd, cen, cg, did you mean 'grd'?"
inline Error unknown_name(std::string_view what, std::string_view name, std::span<const std::string_view> allowed) {
  return Error(fmt::format("{} is '{}': allowed is {}{}", what, name, listed(allowed), suggestion(name, allowed)));
}

/// The value of that name; `what` is the option's name, for the sentence when there is none.
template <class T, std::size_t n>
T find_named(const std::array<Named<T>, n>& table, std::string_view name, std::string_view what) {
  for (const Named<T>& row : table) {
    if (row.name == name) return row.value;
  }
  throw unknown_name(what, name, names_of(table));
}

}  // namespace csca
