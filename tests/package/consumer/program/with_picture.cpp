// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/picture.hpp>

#include <cstdlib>

namespace {

// Runs before main, so that the program is the same with and without pictures.
const bool good = [] {
  const csca::Plane<float> map(40, 30, 7);
  csca::write_picture("consumer.svg", csca::preview(map));
  if (csca::to_image(csca::preview(map)).width() <= 40) std::abort();
  return true;
}();

}  // namespace
