// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/csca.hpp>
#include <csca/io.hpp>
#include <csca/picture.hpp>

#include <iostream>

// A pair in, a disparity map out. example_01_match [LEFT RIGHT OUT.pfm]; without arguments a synthetic pair.
int main(int argc, char** argv) try {
  csca::Image left;
  csca::Image right;
  if (argc == 4) {
    left = csca::read_image(argv[1]);
    right = csca::read_image(argv[2]);
  } else {
    csca::SynthPair pair = csca::synthesize({.width = 320, .height = 240, .levels = 32});
    left = std::move(pair.left);
    right = std::move(pair.right);
  }

  // As `csca match` does without options; the range is estimated from the pair.
  const csca::Options options = csca::make_options("default");
  const csca::Result result = csca::match(left, right, options);

  std::cout << "disparities " << result.range.first << " to " << result.range.last() << ", " << result.scales
            << " scales, " << result.seconds.total << " s\n";
  csca::write_disparity(argc == 4 ? argv[3] : "disparity.pfm", result.disparity);
  csca::write_picture("disparity.png", csca::preview(result.disparity));
  return 0;
} catch (const csca::Error& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
