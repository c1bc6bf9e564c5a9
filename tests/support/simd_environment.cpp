// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/simd.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

// $CSCA_TEST_SIMD runs a whole test program on another instruction set; exit code 77 tells that the CPU lacks it.
namespace csca {
namespace {

class SimdEnvironment final : public testing::Environment {
 public:
  void SetUp() override {
    const char* wanted = std::getenv("CSCA_TEST_SIMD");
    if (wanted == nullptr) return;
    const auto targets = simd_targets();
    if (std::find(targets.begin(), targets.end(), wanted) == targets.end()) {
      std::cout << "this CPU has no " << wanted << '\n';
      std::exit(77);
    }
    use_simd_target(wanted);
  }
};

[[maybe_unused]] const testing::Environment* const environment = testing::AddGlobalTestEnvironment(new SimdEnvironment);

}  // namespace
}  // namespace csca
