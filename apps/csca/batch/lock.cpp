// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/lock.hpp"

#include <csca/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>

namespace csca::app {
namespace {

namespace fs = std::filesystem;

std::string holder(const fs::path& file) {
  std::ifstream stream(file);
  std::string line;
  return std::getline(stream, line) && !line.empty() ? fmt::format(" ({})", line) : "";
}

io::Descriptor locked(const fs::path& file, int kind) {
  io::Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (descriptor.get() < 0) io::fail("write", file, errno);
  if (::flock(descriptor.get(), kind | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) io::fail("lock", file, errno);
    throw Error(fmt::format("{} is in use by another csca batch{}: wait until it ends, or choose another --out",
                            io::quoted(io::folder_of(file)), holder(file)));
  }
  // For whoever comes second. A disk that is full cannot say it, and need not.
  char host[256] = {};
  ::gethostname(host, sizeof host - 1);
  if (kind == LOCK_EX && ::ftruncate(descriptor.get(), 0) == 0)
    io::write_all(descriptor.get(), fmt::format("process {} on {}\n", ::getpid(), host));
  return descriptor;
}

}  // namespace

FolderLock::FolderLock(const fs::path& out, Shard shard) {
  held_.push_back(locked(out / "batch.lock", shard.whole() ? LOCK_EX : LOCK_SH));
  if (!shard.whole())
    held_.push_back(locked(out / fmt::format("batch.{}-of-{}.lock", shard.index, shard.count), LOCK_EX));
}

}  // namespace csca::app
