// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/synth.hpp>

#include "synth/scene.hpp"

#include <sstream>
#include <string>

namespace csca {
namespace {

template <class T>
void check_range(const char* field, T value, T low, T high, const char* kind) {
  if (value >= low && value <= high) return;  // written so that NaN is refused
  std::ostringstream text;
  text << field << " is " << value << ": allowed is " << kind << " from " << low << " to " << high;
  throw Error(text.str());
}

}  // namespace

void validate(const SynthOptions& options) {
  constexpr const char* whole = "a whole number";
  constexpr const char* any = "a number";
  check_range("width", options.width, 1, 32768, whole);
  check_range("height", options.height, 1, 32768, whole);
  check_range("first", options.first, -16384, 16384, whole);
  check_range("levels", options.levels, 1, 32768, whole);
  check_range("exposure", options.exposure, 0.1, 10.0, any);
  check_range("noise", options.noise, 0.0, 1.0, any);
  if (options.sample != Sample::u8 && options.sample != Sample::u16) {
    throw Error("sample is f32: allowed is u8 or u16");
  }
}

SynthPair synthesize(const SynthOptions& options) {
  validate(options);
  return synth::render(synth::make_scene(options), options);
}

}  // namespace csca
