// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/synth.hpp>

#include "synth/check_range.hpp"
#include "synth/scene.hpp"

namespace csca {

void validate(const SynthOptions& options) {
  using synth::check_range;
  constexpr const char* whole = "a whole number";
  constexpr const char* any = "a number";
  check_range("width", options.width, 1, 32768, whole);
  check_range("height", options.height, 1, 32768, whole);
  check_range("first", options.first, -16384, 16384, whole);
  check_range("levels", options.levels, 1, 32768, whole);
  check_range("exposure", options.exposure, 0.1, 10.0, any);
  check_range("noise", options.noise, 0.0, 1.0, any);
  check_range("time", options.time, -1e6, 1e6, any);
  if (options.sample != Sample::u8 && options.sample != Sample::u16) {
    throw Error("sample is f32: allowed is u8 or u16");
  }
}

SynthPair synthesize(const SynthOptions& options) { return synthesize(options, {0, 0, options.width, options.height}); }

SynthPair synthesize(const SynthOptions& options, const Window& window) {
  validate(options);
  constexpr const char* whole = "a whole number";
  synth::check_range("the window's x", window.x, 0, options.width - 1, whole);
  synth::check_range("the window's y", window.y, 0, options.height - 1, whole);
  synth::check_range("the window's width", window.width, 1, options.width - window.x, whole);
  synth::check_range("the window's height", window.height, 1, options.height - window.y, whole);
  return synth::render(synth::make_scene(options), options, window);
}

}  // namespace csca
