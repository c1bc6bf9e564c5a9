// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/stream.hpp>

#include <csca/error.hpp>

#include "core/block_pool.hpp"

#include <fmt/format.h>

#include <utility>

namespace csca {

struct Stream::State {
  Options options;
  int width = 0;  // of the first frame; 0: there was none
  int height = 0;
  Result result = {};
  KeepBlocks keep = {};
};

Stream::Stream(Options options) : state_(new State{std::move(options)}) {}
Stream::~Stream() = default;
Stream::Stream(Stream&& other) noexcept = default;
Stream& Stream::operator=(Stream&& other) noexcept = default;

const Options& Stream::options() const { return state_->options; }

const Result& Stream::match(const Pair& frame, const Hooks& hooks) {
  State& state = *state_;
  state.result = {};  // its memory serves the new one
  if (state.width > 0) {
    if (frame.left.width != state.width || frame.left.height != state.height) {
      throw Error(
          fmt::format("the frame is {} x {} pixels but the stream began with {} x {}: all frames of a stream "
                      "have one size",
                      frame.left.width, frame.left.height, state.width, state.height));
    }
    return state.result = csca::match(frame, state.options, hooks);
  }
  Result first = csca::match(frame, state.options, hooks);
  state.options.range.first = first.range.first;
  state.options.range.levels = first.range.count;
  state.options.input.check = false;
  state.width = frame.left.width;
  state.height = frame.left.height;
  return state.result = std::move(first);
}

const Result& Stream::match(const ImageView& left, const ImageView& right, const Hooks& hooks) {
  return match(Pair{left, right}, hooks);
}

}  // namespace csca
