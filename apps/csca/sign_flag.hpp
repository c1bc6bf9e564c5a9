// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>
#include <csca/options.hpp>

#include <string>

namespace csca::app {

class Arguments;

/// Which sign disparities have outside: csca computes x_right = x_left - d, satellite pipelines want x_right = x_left
/// + d.
struct SignFlag {
  std::string name = "minus";
  bool given = false;

  void add_to(Arguments& arguments);

  /// The options with a range that `match` understands. Throws Error for another name, or half a range.
  Options to_inside(Options options) const;

  /// Options with a whole range as the user would write them.
  Options to_outside(Options options) const;

  Levels to_outside(Levels range) const;

  /// The maps and the range with the sign that was asked for.
  void to_outside(Result& result) const;

 private:
  bool plus() const { return name == "plus"; }
};

}  // namespace csca::app
