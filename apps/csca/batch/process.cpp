// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "batch/process.hpp"

#include <csca/error.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace csca::app {
namespace {

[[noreturn]] void fail_to_start() {
  throw Error(fmt::format("cannot start a process: {}; run fewer pairs at a time by --threads", std::strerror(errno)));
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail_to_start();
    read = io::Descriptor(ends[0]);
    write = io::Descriptor(ends[1]);
  }
  io::Descriptor read{-1};
  io::Descriptor write{-1};
};

}  // namespace

Process::Process(const std::vector<std::string>& arguments) {
  signal(SIGPIPE, SIG_IGN);
  Pipe in;
  Pipe out;
  std::vector<char*> words;
  for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const pid_t parent = ::getpid();
  pid_ = ::fork();
  if (pid_ < 0) fail_to_start();
  if (pid_ == 0) {
    // Nothing here may allocate: another thread may have held the allocator's lock.
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (::getppid() != parent) ::_exit(1);
    signal(SIGPIPE, SIG_DFL);
    ::dup2(in.read.get(), STDIN_FILENO);
    ::dup2(out.write.get(), STDOUT_FILENO);
    ::execv("/proc/self/exe", words.data());
    ::_exit(127);
  }
  in_ = std::move(in.write);
  out_ = std::move(out.read);
}

void Process::send(const std::string& text) const { io::write_all(in_.get(), text); }

std::optional<std::vector<std::string>> Process::read_lines() {
  char block[65'536];
  const ssize_t count = ::read(out_.get(), block, sizeof block);
  if (count < 0 && errno == EINTR) return std::vector<std::string>();
  if (count <= 0) return std::nullopt;
  rest_.append(block, static_cast<std::size_t>(count));
  std::vector<std::string> lines;
  for (std::size_t end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
    lines.push_back(rest_.substr(0, end));
    rest_.erase(0, end + 1);
  }
  return lines;
}

std::string Process::wait() const {
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? fmt::format("signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status))) : "";
}

}  // namespace csca::app
