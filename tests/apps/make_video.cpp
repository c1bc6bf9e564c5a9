// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "video/module.hpp"

#include <csca/io.hpp>

#include <cstdio>
#include <cstdlib>

/// make_video OUT RATE FRAMES...: 8-bit RGB frames of one size as a video.
int main(int argc, char** argv) {
  std::unique_ptr<csca::video::Writer> writer;
  for (int i = 3; i < argc; ++i) {
    const csca::Image frame = csca::read_image(argv[i]);
    if (writer == nullptr) writer = csca_video()->create(argv[1], frame.width(), frame.height(), std::atof(argv[2]));
    if (writer == nullptr) {
      std::fprintf(stderr, "make_video: cannot write %s\n", argv[1]);
      return 1;
    }
    writer->write(frame);
  }
  return 0;
}
