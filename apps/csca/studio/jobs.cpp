// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "studio/jobs.hpp"

#include <csca/error.hpp>

#include <algorithm>

namespace csca::app::studio {

void Jobs::run(const std::string& owner, Turn turn, const std::function<void(std::stop_token)>& work) {
  std::unique_lock hold(lock_);
  for (Job& job : jobs_) {
    if (job.owner == owner) job.stop.request_stop();
  }
  changed_.notify_all();
  if (jobs_.size() > most_waiting_) throw Busy{};
  auto place = jobs_.end();
  if (turn == Turn::first) {
    place =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Job& job) { return !job.running && job.turn == Turn::last; });
  }
  const auto own = jobs_.insert(place, {owner, turn});
  const auto leave = [&] {
    jobs_.erase(own);
    changed_.notify_all();
  };

  changed_.wait(hold, [&] { return own == jobs_.begin() || own->stop.stop_requested(); });
  if (own->stop.stop_requested()) {
    leave();
    throw Error("a newer request took this one's place", ErrorKind::cancelled);
  }
  own->running = true;
  hold.unlock();
  try {
    work(own->stop.get_token());
  } catch (...) {
    hold.lock();
    leave();
    throw;
  }
  hold.lock();
  leave();
}

}  // namespace csca::app::studio
