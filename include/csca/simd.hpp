// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// The instruction sets that this build has kernels for and this CPU runs, best first: "avx512", "avx512-skylake" where
/// that is less than the CPU has, "avx2", "sse4" and "scalar"; on ARM "neon".
std::vector<std::string_view> simd_targets();

/// The one that kernels use.
std::string_view simd_target();

/// Makes all kernels of this process use that instruction set, "auto" for the best. Not while a match is under way.
/// Throws Error when the CPU or the build does not have it.
void use_simd_target(std::string_view name);

}  // namespace csca
#pragma GCC visibility pop
