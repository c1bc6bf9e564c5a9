// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "simd_flag.hpp"

#include "command_line.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

namespace csca::app {

void add_simd_flag(Arguments& arguments) {
  arguments
      .option_that(
          "--simd", [](const std::string& name) { use_simd_target(name); },
          "instruction set of the kernels; auto is the best that this CPU runs")
      .takes("NAME", choices(simd_choices))
      .shows_default("auto")
      .group("Running");
}

std::string simd_summary() {
  std::string text = fmt::format("simd {}", simd_target());
  const char* separator = "; also ";
  for (const std::string_view name : simd_targets()) {
    if (name == simd_target()) continue;
    text += fmt::format("{}{}", separator, name);
    separator = ", ";
  }
  return text;
}

}  // namespace csca::app
