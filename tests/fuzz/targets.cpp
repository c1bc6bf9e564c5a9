// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.hpp"

#include <csca/error.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace csca::fuzz {

std::span<const Target> targets() {
  // Readers of images by format: the same function, from other files.
  static constexpr Target all[] = {
      {"png", image},
      {"jpeg", image},
      {"tiff", image},
      {"pnm", image},
      {"pfm", image},
      {"npy", npy},
      {"volume_note", volume_note},
      {"mask", mask},
      {"disparity", disparity},
      {"calibration", calibration},
      {"pair_list", pair_list},
      {"json", json},
      {"configuration", configuration},
      {"manifest", manifest},
      {"match", match},
#ifdef CSCA_STUDIO
      {"studio", studio},
#endif
  };
  return all;
}

void feed(const Target& target, const std::string& bytes) {
  try {
    target.feed(bytes);
  } catch (const Error& error) {
    if (std::strlen(error.what()) >= 10) return;
    std::fprintf(stderr, "no sentence: '%s'\n", error.what());
    std::abort();
  }
}

}  // namespace csca::fuzz
