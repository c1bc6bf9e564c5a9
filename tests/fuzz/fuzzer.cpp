// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// libFuzzer's way in. The environment's CSCA_FUZZ names the target.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using csca::fuzz::Target;
  static const Target& target = [&]() -> const Target& {
    const char* const name = std::getenv("CSCA_FUZZ");
    const auto all = csca::fuzz::targets();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Target& one) { return name != nullptr && one.name == name; });
    if (found != all.end()) return *found;
    std::fputs("CSCA_FUZZ names no target\n", stderr);
    std::exit(2);
  }();
  feed(target, {reinterpret_cast<const char*>(bytes), size});
  return 0;
}
