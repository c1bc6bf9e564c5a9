// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "resources.hpp"

#include <sys/resource.h>

#include <ctime>
#include <fstream>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace csca::app {

std::size_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::size_t available_memory() {
  std::ifstream stream("/proc/meminfo");
  std::string name;
  std::size_t kilobytes = 0;
  for (std::string unit; stream >> name >> kilobytes;) {
    std::getline(stream, unit);
    if (name == "MemAvailable:") return kilobytes * 1024;
  }
  return std::size_t{1} << 40;  // a system that does not say it
}

void return_large_blocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

}  // namespace csca::app
