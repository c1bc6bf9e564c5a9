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
  std::int64_t bits;
};
// Some kernels are compiled for a later AVX-512 too.
constexpr std::array targets = {
    Target{"avx512", HWY_AVX3_DL | HWY_AVX3},
    Target{"avx512-skylake", HWY_AVX3},
    Target{"avx2", HWY_AVX2},
    Target{"sse4", HWY_SSE4},
    Target{"neon", HWY_NEON},
    Target{"scalar", HWY_SCALAR},
};

/// Null stands for "the best that there is".
std::atomic<const Target*> forced = nullptr;

/// Every CPU runs the baseline, whether Highway lists it or not.
std::int64_t available() { return (hwy::SupportedTargets() | HWY_STATIC_TARGET) & HWY_TARGETS; }

/// One that is all of another counts only once.
bool is_available(const Target& target) {
  if ((available() & target.bits) == 0) return false;
  return target.bits != HWY_AVX3 || (available() & HWY_AVX3_DL) != 0;
}

}  // namespace

std::vector<std::string_view> simd_targets() {
  std::vector<std::string_view> names;
  for (const Target& target : targets) {
    if (is_available(target)) names.push_back(target.name);
  }
  return names;
}

std::string_view simd_target() {
  if (const Target* target = forced) return target->name;
  for (const Target& target : targets) {
    if (is_available(target)) return target.name;
  }
  return "other";
}

void use_simd_target(std::string_view name) {
  if (name == "auto") {
    forced = nullptr;
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    return;
  }
  for (const Target& target : targets) {
    if (target.name != name || !is_available(target)) continue;
    forced = &target;
    hwy::GetChosenTarget().Update(target.bits & available());
    return;
  }
  throw Error(
      fmt::format("simd is '{}': allowed on this machine is one of auto, {}", name, fmt::join(simd_targets(), ", ")));
}

}  // namespace csca
