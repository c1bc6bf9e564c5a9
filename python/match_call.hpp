// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include "images.hpp"
#include "options.hpp"

namespace csca::python {

/// What a function was given that takes a pair and the options of csca.match, and what keeps it alive.
struct MatchCall {
  HeldImage left;
  HeldImage right;
  Pair pair;
  Hooks hooks;
  Options options;
  py::list functions;
};

/// Reads it from the arguments, but for the options, which stay in `keywords`; `function` is who asks.
MatchCall take_frame(const py::args& images, py::dict& keywords, const char* function);

/// Reads all of it.
MatchCall take_match_call(const py::args& images, py::dict keywords, const char* function);

/// Disparities as a Python range.
py::object to_range(Levels levels);

}  // namespace csca::python
