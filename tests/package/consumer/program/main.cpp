// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/io.hpp>

int main() {
  const csca::SynthPair pair = csca::synthesize({.width = 64, .height = 48, .levels = 16});
  const csca::Result result = csca::match(pair.left, pair.right, csca::make_options("dense"));
  csca::write_disparity("consumer.pfm", result.disparity);
  bool caught = false;
  try {
    csca::read_image("none.png");
  } catch (const csca::Error&) {  // across the border of a shared library too
    caught = true;
  }
  return caught && csca::read_disparity("consumer.pfm") == result.disparity ? 0 : 1;
}
