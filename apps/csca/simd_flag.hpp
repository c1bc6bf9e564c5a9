// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace csca::app {

class Arguments;

/// What `--simd` can be told on some machine; which of them this one has, `csca --version` says.
inline constexpr std::string_view simd_choices = "auto, avx512, avx512-skylake, avx2, sse4, neon, scalar";

/// Adds `--simd NAME`, which acts on the whole process and so is a flag of the tool, not a field of Options.
void add_simd_flag(Arguments& arguments);

/// "simd avx512; also avx2, sse4, scalar"
std::string simd_summary();

}  // namespace csca::app
