// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace csca::app {

/// An option of another stereo program, and what does the same here.
struct OptionElsewhere {
  std::string_view name;  ///< in lower case, without dashes and underscores
  std::string_view here;  ///< the option of csca that a command has to have for the advice to be of use
  std::string_view advice;
};

/// The row for a word such as "--num-disparities", "--numDisparities=64" or "--ndisp"; nullptr for other words.
const OptionElsewhere* option_elsewhere(std::string_view word);

}  // namespace csca::app
