// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace csca::app {

/// Hands things from one thread to another, a few at a time: who is faster waits.
template <class T>
class Channel {
 public:
  explicit Channel(std::size_t room) : room_(room) {}

  /// False when nobody wants more.
  bool push(T thing) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return things_.size() < room_ || closed_; });
    if (closed_) return false;
    things_.push_back(std::move(thing));
    changed_.notify_all();
    return true;
  }

  /// Nothing at the end. What ended the other side in the middle is thrown once all that came before is taken.
  std::optional<T> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !things_.empty() || closed_; });
    if (things_.empty()) {
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      return std::nullopt;
    }
    T thing = std::move(things_.front());
    things_.pop_front();
    changed_.notify_all();
    return thing;
  }

  /// Nothing more comes, or is wanted.
  void close(std::exception_ptr failure = nullptr) {
    const std::scoped_lock lock(mutex_);
    if (!closed_) failure_ = std::move(failure);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::size_t room_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<T> things_;
  bool closed_ = false;
  std::exception_ptr failure_;
};

}  // namespace csca::app
