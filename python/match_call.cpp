// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "match_call.hpp"

#include <csca/error.hpp>

#include "user_functions.hpp"

#include <fmt/format.h>

#include <string>

namespace csca::python {
namespace {

void check_callable(const py::object& function, const char* name, const char* shape) {
  if (function.is_none() || PyCallable_Check(function.ptr()) != 0) return;
  throw Error(fmt::format("{} is a {}: give a function {}", name,
                          std::string(py::str(py::type::of(function).attr("__name__"))), shape));
}

/// A keyword that takes a function, kept for as long as the call.
py::object take_function(py::dict& keywords, const char* name, const char* shape, py::list& kept) {
  const py::object function = take(keywords, name);
  check_callable(function, name, shape);
  kept.append(function);
  return function;
}

}  // namespace

MatchCall take_frame(const py::args& images, py::dict& keywords, const char* function) {
  const auto [left, right] = two_images(images, function);
  MatchCall call;
  const Order order = take_order(keywords);
  call.left = image_of(left, "left", order);
  call.right = image_of(right, "right", order);
  call.pair = {call.left, call.right};
  call.pair.left_mask = mask_of(take(keywords, "left_mask"), "left_mask", 1);
  call.pair.right_mask = mask_of(take(keywords, "right_mask"), "right_mask", 1);
  call.hooks.own_bytes = call.left.copied + call.right.copied;
  call.hooks.progress = progress_hook(take_function(keywords, "progress", "f(done)", call.functions));
  const py::object aggregate =
      take_function(keywords, "aggregate", "f(guide, volume) that returns a volume", call.functions);
  if (!aggregate.is_none()) {
    call.hooks.aggregate = own_aggregation(aggregate);
    call.hooks.all_levels = true;
  }
  // cost is the name of a method, which is for the table of options, or a function.
  if (keywords.contains("cost") && !py::isinstance<py::str>(keywords["cost"])) {
    const py::object cost = take_function(
        keywords, "cost", "g(left, right, first, levels) that returns a volume, or a method's name", call.functions);
    if (!cost.is_none()) call.hooks.cost = call.hooks.right_cost = own_cost(cost);
  }
  return call;
}

MatchCall take_match_call(const py::args& images, py::dict keywords, const char* function) {
  MatchCall call = take_frame(images, keywords, function);
  call.options = take_options(keywords, function);
  return call;
}

py::object to_range(Levels levels) {
  return py::module_::import("builtins").attr("range")(levels.first, levels.last() + 1);
}

}  // namespace csca::python
