// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>

#include "support/simd_targets.hpp"

#include <algorithm>

namespace csca {
namespace {

TEST(Simd, TheBestTargetIsInUse) { EXPECT_EQ(simd_target(), simd_targets().front()); }

TEST(Simd, EveryTargetOfThisMachineCanBeForced) {
  const std::vector<std::string_view> all = simd_targets();
#ifdef __aarch64__
  EXPECT_EQ(all, std::vector<std::string_view>{"neon"});
#else
  EXPECT_NE(std::find(all.begin(), all.end(), "scalar"), all.end());
#endif
  for (const std::string_view target : all) {
    use_simd_target(target);
    EXPECT_EQ(simd_target(), target);
    EXPECT_EQ(simd_targets(), all);
  }
  use_simd_target("auto");
  EXPECT_EQ(simd_target(), all.front());
}

TEST(Simd, UnknownTargetIsNamed) {
  try {
    use_simd_target("mmx");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find("simd is 'mmx': allowed on this machine is one of auto, "),
              std::string_view::npos);
  }
}

}  // namespace
}  // namespace csca
