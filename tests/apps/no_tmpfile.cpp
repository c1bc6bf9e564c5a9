// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#undef _FORTIFY_SOURCE  // with it, open() has a body in the header
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>

// To be preloaded: open() as on a file system without nameless files.
namespace {

int open_but_nameless(const char* name, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE) {
    errno = EOPNOTSUPP;
    return -1;
  }
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, name, flags, mode));
}

}  // namespace

extern "C" {

int open(const char* name, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_but_nameless(name, flags, mode);
}

int open64(const char* name, int flags, ...) __attribute__((alias("open")));
}
