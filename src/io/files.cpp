// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "io/files.hpp"

#include <csca/error.hpp>
#include <csca/io.hpp>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "io/new_file.hpp"

namespace csca {

namespace fs = std::filesystem;

std::string io::reason(int number) {
  switch (number) {
    case ENOENT:
      return "no such file; check the path";
    case ENOTDIR:
      return "a part of its path is not a folder; check the path";
    case EISDIR:
      return "it is a folder; name a file";
    case EACCES:
    case EPERM:
      return "permission denied; check who may use the file and its folder";
    case EROFS:
      return "the disk is read-only; choose another folder";
    case ENOSPC:
    case EDQUOT:
      return "no space is left on the disk; free some or choose another folder";
    case EFBIG:
      return "the file would be larger than the system allows; raise the limit or choose another folder";
    case ENAMETOOLONG:
      return "the name is too long; choose a shorter one";
    case EINTR:
      return "the program is being ended";
    case EMFILE:
    case ENFILE:
      return "too many files are open; close some";
    default:
      return std::string(std::strerror(number)) + "; check the path and the disk";
  }
}

void io::fail(const char* verb, const fs::path& file, const std::string& why, ErrorKind kind) {
  throw Error(std::string("cannot ") + verb + ' ' + quoted(file) + ": " + why, kind);
}

void io::fail(const char* verb, const fs::path& file, int number) {
  const bool missing = number == ENOENT || number == ENOTDIR;
  fail(verb, file, reason(number), missing ? ErrorKind::missing_file : ErrorKind::bad_input);
}

void io::fail_too_large(const fs::path& file) {
  throw Error(quoted(file) + " is too large for the free memory; make it smaller", ErrorKind::no_memory);
}

namespace {

using io::Descriptor;
using io::fail;
using io::reason;
using io::write_all;

/// Pipes and devices such as /dev/stdout are written in place: a rename would put a file where the device was.
void write_in_place(const fs::path& file, std::string_view bytes) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  if (out.get() < 0) fail("write", file, reason(errno));
  if (const int error = write_all(out.get(), bytes)) fail("write", file, reason(error));
  if (!out.close()) fail("write", file, reason(errno));
}

}  // namespace

int io::write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

fs::path io::folder_of(const fs::path& file) { return file.has_parent_path() ? file.parent_path() : fs::path("."); }

fs::path io::behind_links(const fs::path& file) {
  std::error_code ignored;
  fs::path target = file;
  // Link by link: the last one may lead to a file that is not there yet.
  for (int links = 0; links < 40 && fs::is_symlink(target, ignored); ++links) {
    target = folder_of(target) / fs::read_symlink(target, ignored);
  }
  return target;
}

std::string io::quoted(const fs::path& file) { return '\'' + file.string() + '\''; }

std::string io::ending_of(const fs::path& file) {
  std::string ending = file.extension().string();
  for (char& c : ending) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return ending;
}

std::string io::read_file(const fs::path& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.get() < 0) fail("read", file, errno);
  struct stat info {};
  if (::fstat(in.get(), &info) != 0) fail("read", file, errno);
  if (S_ISDIR(info.st_mode)) fail("read", file, EISDIR);
  if (!S_ISREG(info.st_mode) && !S_ISFIFO(info.st_mode)) fail("read", file, "it is a device; name a file");

  // One byte more than the file has, so that its end is seen without growing.
  std::string bytes(static_cast<std::size_t>(std::max<off_t>(info.st_size, 65'535)) + 1, '\0');
  std::size_t filled = 0;
  for (;;) {
    const ssize_t count = ::read(in.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("read", file, errno);
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
    if (filled == bytes.size()) bytes.resize(2 * filled);
  }
  if (filled == 0) fail("read", file, "it is empty; copy or download it again");
  bytes.resize(filled);
  return bytes;
}

void check_writable(const fs::path& file) {
  const fs::path folder = io::folder_of(file);
  std::error_code ignored;
  if (file.empty()) fail("write", file, "the name is empty; give one");
  if (!fs::exists(folder, ignored)) {
    fail("write", file, "the folder " + io::quoted(folder) + " does not exist; create it first",
         ErrorKind::missing_file);
  }
  if (!fs::is_directory(folder, ignored)) fail("write", file, io::quoted(folder) + " is not a folder; check the path");
  if (fs::is_directory(file, ignored) || !file.has_filename()) fail("write", file, reason(EISDIR));
  const bool there = fs::exists(file, ignored);
  // A file is replaced by a new one, for which its folder has to be writable; a protected one is not meant to be.
  if (there && ::access(file.c_str(), W_OK) != 0) fail("write", file, reason(errno));
  const fs::path target = io::folder_of(io::behind_links(file));
  if (!(there && !fs::is_regular_file(file, ignored)) && ::access(target.c_str(), W_OK) != 0) {
    fail("write", file, reason(errno));
  }
}

void write_file(const fs::path& file, std::string_view bytes) {
  check_writable(file);
  std::error_code ignored;
  if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored)) return write_in_place(file, bytes);

  io::NewFile out(io::behind_links(file));
  if (out.descriptor() < 0) fail("write", file, reason(errno));
  // No fsync: it would cost a batch more than the matching, and readers see no half a file without it.
  int error = write_all(out.descriptor(), bytes);
  if (error == 0) error = io::NewFile::appear({&out});
  if (error != 0) fail("write", file, reason(error));
}

}  // namespace csca
