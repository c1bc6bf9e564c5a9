// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "fuzz/reader.hpp"

#include <csca/error.hpp>

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <string>

// Hands the fuzzer's bytes to a reader as a file that lives in memory.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int descriptor = ::memfd_create("fuzz", 0);
  for (std::size_t written = 0; written < size;) {
    const ssize_t count = ::write(descriptor, data + written, size - written);
    if (count <= 0) break;
    written += static_cast<std::size_t>(count);
  }
  try {
    read("/proc/self/fd/" + std::to_string(descriptor));
  } catch (const csca::Error&) {
  }
  ::close(descriptor);
  return 0;
}
