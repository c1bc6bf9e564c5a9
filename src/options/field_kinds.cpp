// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "options/field_kinds.hpp"

#include <csca/error.hpp>

#include "aggregate/mixture.hpp"
#include "core/suggestion.hpp"
#include "options/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace csca::options {
namespace {

/// Says what is wrong: "lambda is -1: allowed is a number from 0 to 1000000, or auto".
class Refusal {
 public:
  explicit Refusal(const Field& field) : name_(field.name), allowed_(field.allowed()) {}

  Error of_value(std::string_view value, std::string_view hint = "") const {
    return Error(fmt::format("{} is {}: allowed is {}{}", name_, value, allowed_, hint));
  }
  Error of_text(std::string_view text, std::string_view hint = "") const {
    return of_value(fmt::format("'{}'", text), hint);
  }

 private:
  std::string_view name_;
  std::string allowed_;
};

/// A field that is kept as text; `check` throws Error for what it does not take.
template <class Check>
Field kept_as_text(Field field, Place<std::string> place, Check check) {
  field.get = [place](const Options& options) { return place.read(options); };
  field.set = [place, check](Options& options, std::string_view text) {
    check(text);
    place.change(options) = text;
  };
  field.check = [place, check](const Options& options) { check(place.read(options)); };
  return field;
}

Field with_choices(const Label& label, Field::Kind kind, std::span<const std::string_view> names) {
  Field field = labelled(label, kind);
  field.choices.assign(names.begin(), names.end());
  return field;
}

bool is_among(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Field labelled(const Label& label, Field::Kind kind) {
  Field field;
  field.name = label.name;
  field.group = label.group;
  field.help = label.help;
  field.use = label.use;
  field.kind = kind;
  return field;
}

template <class T>
Field number(const Label& label, Bounds bounds, Place<T> place) {
  constexpr bool is_optional = requires(T value) { value.has_value(); };
  constexpr bool is_whole = std::is_same_v<T, int> || std::is_same_v<T, std::optional<int>>;
  Field field = labelled(label, is_whole ? Field::Kind::integer : Field::Kind::real);
  field.bounds = bounds;
  field.optional = is_optional;
  const Refusal refusal(field);
  field.get = [place](const Options& options) { return to_text(place.read(options)); };
  field.set = [place, refusal](Options& options, std::string_view text) {
    T value{};
    if (!parse_number(text, value)) throw refusal.of_text(text);
    place.change(options) = value;  // only now: a refused text leaves the option as it was
  };
  field.check = [place, refusal, bounds](const Options& options) {
    const T& value = place.read(options);
    if constexpr (is_optional) {
      if (!value || bounds.contain(*value)) return;
    } else {
      if (bounds.contain(value)) return;
    }
    throw refusal.of_value(to_text(value));
  };
  return field;
}

template Field number(const Label&, Bounds, Place<int>);
template Field number(const Label&, Bounds, Place<double>);
template Field number(const Label&, Bounds, Place<std::optional<int>>);
template Field number(const Label&, Bounds, Place<std::optional<double>>);

Field flag(const Label& label, Place<bool> place) {
  Field field = labelled(label, Field::Kind::flag);
  field.get = [place](const Options& options) { return std::string(place.read(options) ? "true" : "false"); };
  field.set = [place, refusal = Refusal(field)](Options& options, std::string_view text) {
    if (text != "true" && text != "false") throw refusal.of_text(text);
    place.change(options) = text == "true";
  };
  field.check = [](const Options&) {};
  return field;
}

Field name_of(const Label& label, std::span<const std::string_view> names, Place<std::string> place) {
  return kept_as_text(with_choices(label, Field::Kind::choice, names), place,
                      [name = label.name, names](std::string_view value) {
                        if (!is_among(names, value)) throw unknown_name(name, value, names);
                      });
}

Field list_of(const Label& label, std::span<const std::string_view> names, Place<std::string> place) {
  Field field = kept_as_text(with_choices(label, Field::Kind::list, names), place,
                             [name = label.name, names](std::string_view list) {
                               for (const std::string_view value : names_in(list)) {
                                 if (!is_among(names, value)) throw unknown_name(name, value, names);
                               }
                             });
  field.get = [place](const Options& options) { return place.read(options).empty() ? "none" : place.read(options); };
  return field;
}

Field mixture(const Label& label, std::span<const std::string_view> names, Place<std::string> place) {
  const Field field = with_choices(label, Field::Kind::mixture, names);
  return kept_as_text(field, place, [refusal = Refusal(field), names](std::string_view value) {
    for (const Share& share : parse_mixture(value)) {
      if (!is_among(names, share.method)) throw refusal.of_text(share.method, suggestion(share.method, names));
    }
  });
}

Field bytes(const Label& label, Place<std::optional<std::size_t>> place) {
  Field field = labelled(label, Field::Kind::bytes);
  const Bounds bounds = whole(1, 1e18);
  field.bounds = bounds;
  field.optional = true;
  const Refusal refusal(field);
  field.get = [place](const Options& options) {
    const std::optional<std::size_t> size = place.read(options);
    return size ? fmt::format("{}", *size) : "auto";
  };
  field.set = [place, refusal, bounds](Options& options, std::string_view text) {
    if (text == "auto") return place.change(options).reset();
    constexpr std::string_view units = "KMGT";
    const std::size_t unit = text.empty() ? units.npos : units.find(text.back());
    const std::string_view digits = unit == units.npos ? text : text.substr(0, text.size() - 1);
    double value = 0;
    const bool parsed = parse_number(digits, value);
    if (unit != units.npos) value *= std::pow(1000.0, static_cast<double>(unit + 1));
    if (!parsed || !bounds.contain(std::floor(value))) throw refusal.of_text(text);
    place.change(options) = static_cast<std::size_t>(value);
  };
  field.check = [place, refusal, bounds](const Options& options) {
    const std::optional<std::size_t> size = place.read(options);
    if (size && !bounds.contain(static_cast<double>(*size))) throw refusal.of_value(fmt::format("{}", *size));
  };
  return field;
}

}  // namespace csca::options
