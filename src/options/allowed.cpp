// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/options.hpp>

#include "core/named.hpp"

#include <fmt/format.h>

#include <cmath>

namespace csca {
namespace {

std::string numbers(const Bounds& bounds) {
  if (bounds.step > 0 && bounds.minimum + bounds.step == bounds.maximum) {
    return fmt::format("{:.10g} or {:.10g}", bounds.minimum, bounds.maximum);
  }
  const std::string_view kind = bounds.step == 2 ? "an odd number" : bounds.step == 1 ? "a whole number" : "a number";
  return fmt::format("{} {} {:.10g} to {:.10g}", kind, bounds.minimum_included ? "from" : "above", bounds.minimum,
                     bounds.maximum);
}

std::string values(const Field& field) {
  switch (field.kind) {
    case Field::Kind::flag:
      return "true or false";
    case Field::Kind::choice:
    case Field::Kind::list:
      return listed(field.choices);
    case Field::Kind::mixture:
      return listed(field.choices) + ", or a mixture such as gf+st or 0.7*gf+0.3*st";
    case Field::Kind::bytes:
      return "a size above 0 such as 500M or 2G";
    case Field::Kind::integer:
    case Field::Kind::real:
      break;
  }
  return numbers(*field.bounds);
}

}  // namespace

bool Bounds::contain(double value) const {
  return std::isfinite(value) && (minimum_included ? value >= minimum : value > minimum) && value <= maximum &&
         (step == 0 || std::fmod(value - minimum, step) == 0);
}

std::string Field::allowed(std::string_view unset) const {
  return optional ? fmt::format("{}, or {}", values(*this), unset) : values(*this);
}

}  // namespace csca
