// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "simd_flag.hpp"

#include <csca/simd.hpp>

#include <fmt/format.h>

namespace csca::app {

void add_simd_flag(CLI::App& app) {
  app.add_option_function<std::string>(
         "--simd", [](const std::string& name) { use_simd_target(name); },
         fmt::format("instruction set of the kernels ({}; default auto: the best that this CPU runs)", simd_choices))
      ->type_name("NAME")
      ->group("Running");
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
