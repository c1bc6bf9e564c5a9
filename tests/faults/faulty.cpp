// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#undef _FORTIFY_SOURCE  // with it, read() has a body in the header
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// To be preloaded: the CSCA_FAULT_AT-th call of the kind CSCA_FAULT fails, and the file CSCA_FAULT_MARK then appears.
// The kinds are those of scripts/faults. With the kind "named" all files have names, as where a file system has no
// others.
namespace {

/// Before main, libraries make their tables: what fails there ends the program before it has touched anything.
std::atomic<bool> started{false};

bool is_asked(const char* kind) {
  const char* const asked = std::getenv("CSCA_FAULT");
  return asked != nullptr && std::strcmp(asked, kind) == 0;
}

/// Whether this call is the one that fails.
bool fails(const char* kind) {
  static std::atomic<long> calls{0};
  if (!started || !is_asked(kind)) return false;
  const char* const at = std::getenv("CSCA_FAULT_AT");
  if (at == nullptr || ++calls != std::atol(at)) return false;
  if (const char* const mark = std::getenv("CSCA_FAULT_MARK")) {
    const long file = ::syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY, 0600);
    ::syscall(SYS_close, file);
  }
  return true;
}

long failure(int number) {
  errno = number;
  return -1;
}

bool out_of_memory() {
  if (!fails("allocation")) return false;
  errno = ENOMEM;
  return true;
}

/// libtiff forgets its list of tags where that cannot grow, and then reads it: nobody can help that.
bool is_libtiffs_list(const void* caller) {
  Dl_info info{};
  return ::dladdr(caller, &info) != 0 && info.dli_sname != nullptr &&
         std::strcmp(info.dli_sname, "_TIFFCheckRealloc") == 0;
}

/// Disks are full or break; pipes and terminals are not and do not.
bool on_disk(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

/// Whether writing fails, with errno set; a short count makes `size` a single byte.
bool write_fails(int file, std::size_t& size) {
  if (on_disk(file) && fails("write-full")) return failure(ENOSPC) != 0;
  if (on_disk(file) && fails("write-broken")) return failure(EIO) != 0;
  if (fails("write-interrupted")) return failure(EINTR) != 0;
  if (fails("write-short")) size = std::min<std::size_t>(size, 1);
  return false;
}

bool read_fails(int file, std::size_t& size) {
  if (on_disk(file) && fails("read-broken")) return failure(EIO) != 0;
  if (fails("read-interrupted")) return failure(EINTR) != 0;
  if (fails("read-short")) size = std::min<std::size_t>(size, 1);
  return false;
}

int open_but_nameless(const char* name, int flags, mode_t mode) {
  if ((flags & O_TMPFILE) == O_TMPFILE && is_asked("named")) return static_cast<int>(failure(EOPNOTSUPP));
  return static_cast<int>(::syscall(SYS_openat, AT_FDCWD, name, flags, mode));
}

using Main = int (*)(int, char**, char**);
Main real_main = nullptr;

int start(int count, char** words, char** environment) {
  started = true;
  return real_main(count, words, environment);
}

}  // namespace

extern "C" {

int __libc_start_main(Main main, int count, char** words, void (*init)(), void (*fini)(), void (*loader)(),
                      void* stack) {
  real_main = main;
  using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);
  return reinterpret_cast<Start>(::dlsym(RTLD_NEXT, "__libc_start_main"))(start, count, words, init, fini, loader,
                                                                          stack);
}

void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) { return out_of_memory() ? nullptr : __libc_malloc(size); }
void* calloc(std::size_t count, std::size_t size) { return out_of_memory() ? nullptr : __libc_calloc(count, size); }
void* realloc(void* block, std::size_t size) {
  const bool fails = !is_libtiffs_list(__builtin_return_address(0)) && out_of_memory();
  return fails ? nullptr : __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  return out_of_memory() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** block, std::size_t alignment, std::size_t size) {
  if (out_of_memory()) return ENOMEM;
  *block = __libc_memalign(alignment, size);
  return *block == nullptr ? ENOMEM : 0;
}

int open(const char* name, int flags, ...) {
  va_list values;
  va_start(values, flags);
  const bool makes = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
  const mode_t mode = makes ? va_arg(values, mode_t) : 0;
  va_end(values);
  return open_but_nameless(name, flags, mode);
}
int open64(const char*, int, ...) __attribute__((alias("open")));

ssize_t write(int file, const void* from, std::size_t size) {
  return write_fails(file, size) ? -1 : ::syscall(SYS_write, file, from, size);
}

ssize_t pwrite(int file, const void* from, std::size_t size, off_t at) {
  return write_fails(file, size) ? -1 : ::syscall(SYS_pwrite64, file, from, size, at);
}
ssize_t pwrite64(int, const void*, std::size_t, off_t) __attribute__((alias("pwrite")));

ssize_t read(int file, void* to, std::size_t size) {
  return read_fails(file, size) ? -1 : ::syscall(SYS_read, file, to, size);
}

ssize_t pread(int file, void* to, std::size_t size, off_t at) {
  return read_fails(file, size) ? -1 : ::syscall(SYS_pread64, file, to, size, at);
}
ssize_t pread64(int, void*, std::size_t, off_t) __attribute__((alias("pread")));

int fsync(int file) {
  if (fails("fsync")) return static_cast<int>(failure(EIO));
  return static_cast<int>(::syscall(SYS_fsync, file));
}
int fdatasync(int) __attribute__((alias("fsync")));

int posix_fallocate(int file, off_t at, off_t size) {
  if (fails("write-full")) return ENOSPC;
  if (fails("write-broken")) return EIO;
  if (fails("write-interrupted")) return EINTR;
  return ::syscall(SYS_fallocate, file, 0, at, size) == 0 ? 0 : errno;
}
int posix_fallocate64(int, off_t, off_t) __attribute__((alias("posix_fallocate")));

int rename(const char* from, const char* to) {
  if (fails("rename")) return static_cast<int>(failure(EIO));
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  if (fails("link")) return static_cast<int>(failure(EIO));
  return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) noexcept {
  if (fails("thread")) return EAGAIN;
  static const auto real = reinterpret_cast<decltype(&pthread_create)>(::dlsym(RTLD_NEXT, "pthread_create"));
  return real(thread, attributes, start, argument);
}
}
