// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/new_file.hpp"

#include <csca/io.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <mutex>
#include <string>
#include <vector>

namespace csca {

namespace fs = std::filesystem;

namespace io {
namespace {

/// Guards temporary names on the disk and the list of them: a name and its entry come and go together.
constinit std::mutex names_guard;
constinit bool ended = false;  // names_guard; no file may get a name any more

/// Files with a temporary name. Never destroyed, since a thread may ask for them while the program exits.
std::vector<NewFile*>& named_files() {
  static auto* const files = new std::vector<NewFile*>;
  return *files;
}

/// Temporary names of a file are its own: whoever writes it next meets what a killed program left.
std::string stem_of(const fs::path& target) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : target.filename().string()) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  }
  char text[32];
  std::snprintf(text, sizeof text, ".csca-%016llx-", static_cast<unsigned long long>(hash));
  return text;
}

/// Whoever writes a file with a temporary name holds a lock on it, which ends with the process, however that ends.
bool lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

/// Removes a file that nobody writes any more. Where the file system has no locks, it stays.
void remove_if_left(const fs::path& name) {
  const Descriptor left(::open(name.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (left.get() >= 0 && lock(left.get())) ::unlink(name.c_str());
}

/// The first temporary name in the folder of `target` that `make` can create; `make` answers -1 and EEXIST for names
/// that are taken, which settles races between threads and processes. Returns its answer.
template <class Make>
int make_named(const fs::path& target, fs::path& name, Make make) {
  const std::string stem = stem_of(target);
  int answer = -1;
  for (int i = 0; i < 10'000; ++i) {
    name = folder_of(target) / (stem + std::to_string(i) + ".tmp");
    answer = make(name);
    if (answer < 0 && errno == EEXIST) {
      remove_if_left(name);
      answer = make(name);
    }
    if (answer >= 0 || errno != EEXIST) break;
  }
  if (answer < 0) name.clear();
  return answer;
}

/// A new file that this process has locked. Between the two steps somebody may have taken it for one that was left:
/// then it has no name any more.
int create_locked(const fs::path& name) {
  const int opened = ::open(name.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (opened < 0) return opened;
  const bool locked = lock(opened);
  const bool no_locks = !locked && errno != EWOULDBLOCK;
  struct stat status {};
  if (no_locks || (locked && ::fstat(opened, &status) == 0 && status.st_nlink > 0)) return opened;
  ::close(opened);
  errno = EEXIST;
  return -1;
}

std::string magic_link(int descriptor) { return "/proc/self/fd/" + std::to_string(descriptor); }

/// -1 where the file system has no files without a name, or where none could get one later, for want of /proc.
int open_nameless(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDWR | O_TMPFILE | O_CLOEXEC, 0666);
  if (descriptor >= 0) lock(descriptor);  // for the moment in which it has a temporary name
  if (descriptor < 0 || ::access(magic_link(descriptor).c_str(), F_OK) == 0) return descriptor;
  ::close(descriptor);
  return -1;
}

int give_name(int descriptor, const fs::path& name) {
  return ::linkat(AT_FDCWD, magic_link(descriptor).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW);
}

}  // namespace

NewFile::NewFile(fs::path target) : target_(std::move(target)), descriptor_(open_nameless(folder_of(target_))) {
  if (descriptor() < 0) open_named();
  // The file that it replaces may be for fewer eyes than files usually are.
  struct stat before {};
  if (descriptor() >= 0 && ::stat(target_.c_str(), &before) == 0) {
    ::fchmod(descriptor(), before.st_mode & 0777);
  }
}

void NewFile::open_named() {
  const std::scoped_lock lock(names_guard);
  named_files().reserve(named_files().size() + 1);  // nothing may throw once the file is there
  if (ended) {
    errno = EINTR;
    return;
  }
  const int opened = make_named(target_, name_, create_locked);
  if (opened < 0) return;
  descriptor_ = Descriptor(opened);
  named_files().push_back(this);
}

NewFile::~NewFile() {
  if (name_.empty()) return;
  const std::scoped_lock lock(names_guard);
  ::unlink(name_.c_str());
  forget_name();
}

void NewFile::forget_name() {
  std::erase(named_files(), this);
  name_.clear();
}

int NewFile::appear() {
  if (name_.empty()) {
    if (give_name(descriptor(), target_) == 0) return 0;
    if (errno != EEXIST) return errno;
    // A link cannot replace a file; a rename can.
    const auto link = [&](const fs::path& name) { return give_name(descriptor(), name); };
    if (make_named(target_, name_, link) < 0) return errno;
  }
  // Network folders may report a failed write only when the file is closed. The copy keeps the lock until it is
  // renamed.
  const Descriptor copy(::fcntl(descriptor(), F_DUPFD_CLOEXEC, 0));
  int error = descriptor_.close() ? 0 : errno;
  if (error == 0 && ::rename(name_.c_str(), target_.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(name_.c_str());
  forget_name();
  return error;
}

int NewFile::appear(std::initializer_list<NewFile*> files) {
  const std::scoped_lock lock(names_guard);
  if (ended) return EINTR;
  for (NewFile* const file : files) {
    if (const int error = file->appear()) return error;
  }
  return 0;
}

void remove_temporary_names() {
  const std::scoped_lock lock(names_guard);
  ended = true;
  for (const NewFile* const file : named_files()) ::unlink(file->name_.c_str());
}

}  // namespace io

void remove_unfinished_files() { io::remove_temporary_names(); }

}  // namespace csca
