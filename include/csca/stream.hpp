// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/match.hpp>

#include <memory>

#pragma GCC visibility push(default)
namespace csca {

/// Matches frame after frame of one size, from a video or a camera. The first frame settles the range where the options
/// leave it open, and is checked for what is wrong with the pair; those that follow are matched alike. Memory of a
/// frame serves the next one: after the first ones none is asked of the system. Not for several threads at once.
class Stream {
 public:
  explicit Stream(Options options = make_options("default"));
  ~Stream();
  Stream(Stream&& other) noexcept;
  Stream& operator=(Stream&& other) noexcept;

  /// The next frame's result, as `csca::match` gives it for `options()`. It stays until the next call; copy what has to
  /// stay longer. Throws Error as `csca::match` does, and for a frame whose size is not the first one's. A frame that
  /// failed or was cancelled leaves the stream ready for others.
  const Result& match(const Pair& frame, const Hooks& hooks = {});

  /// The same for a frame without masks.
  const Result& match(const ImageView& left, const ImageView& right, const Hooks& hooks = {});

  /// As given; from the first frame on with its range, and without the check of pairs.
  const Options& options() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace csca
#pragma GCC visibility pop
