// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "signals.hpp"

#include <csca/io.hpp>

#include <signal.h>

#include <exception>
#include <thread>

namespace csca::app {
namespace {

/// Requests to end, but for those that are ignored, as `nohup` does.
sigset_t requests_to_end() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    struct sigaction action {};
    sigaction(number, nullptr, &action);
    if (action.sa_handler == SIG_DFL) sigaddset(&set, number);
  }
  return set;
}

}  // namespace

void clean_up_at_signals() {
  // A file beyond `ulimit -f` is then an error with a sentence.
  signal(SIGXFSZ, SIG_IGN);

  // A thread that waits may do what a handler may not. Signals are blocked everywhere else, so that only it gets them.
  const sigset_t requests = requests_to_end();
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &requests, &before);
  try {
    std::thread([requests] {
      int number = 0;
      if (sigwait(&requests, &number) != 0) return;
      remove_unfinished_files();
      // The shell is to see which signal ended the program.
      pthread_sigmask(SIG_UNBLOCK, &requests, nullptr);
      raise(number);
    }).detach();
  } catch (const std::exception&) {
    pthread_sigmask(SIG_SETMASK, &before, nullptr);  // without a thread signals end the program as they always do
  }
}

}  // namespace csca::app
