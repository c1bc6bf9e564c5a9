// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/simd.hpp>

#include <fmt/format.h>
#include <hwy/highway.h>

#include <array>
#include <atomic>
#include <cstdint>

namespace csca {
namespace {

struct Target {
  std::string_view name;
  std::int64_t bit;
};
constexpr std::array targets = {
    Target{"avx512", HWY_AVX3}, Target{"avx2", HWY_AVX2},     Target{"sse4", HWY_SSE4},
    Target{"neon", HWY_NEON},   Target{"scalar", HWY_SCALAR},
};

/// The mask of 0 stands for "the best that there is".
std::atomic<std::int64_t> forced = 0;

/// Every CPU runs the baseline, whether Highway lists it or not.
std::int64_t available() { return (hwy::SupportedTargets() | HWY_STATIC_TARGET) & HWY_TARGETS; }

}  // namespace

std::vector<std::string_view> simd_targets() {
  std::vector<std::string_view> names;
  for (const Target& target : targets) {
    if ((available() & target.bit) != 0) names.push_back(target.name);
  }
  return names;
}

std::string_view simd_target() {
  for (const Target& target : targets) {
    if (((forced != 0 ? forced.load() : available()) & target.bit) != 0) return target.name;
  }
  return "other";
}

void use_simd_target(std::string_view name) {
  if (name == "auto") {
    forced = 0;
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  for (const Target& target : targets) {
    if (target.name != name || (available() & target.bit) == 0) continue;
    forced = target.bit;
    hwy::GetChosenTarget().Update(target.bit);
    return;
  }
  throw Error(
      fmt::format("simd is '{}': allowed on this machine is one of auto, {}", name, fmt::join(simd_targets(), ", ")));
}

}  // namespace csca
