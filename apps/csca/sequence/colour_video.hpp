// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/new_file.hpp"
#include "video/module.hpp"

#include <csca/picture.hpp>

#include <memory>
#include <string>

namespace csca::app {

/// A video of maps in colours with their legend. It appears when it is finished; nothing is left of it otherwise.
class ColourVideo {
 public:
  /// `rate` is in frames a second; 0: a usual one.
  ColourVideo(std::string file, double rate, ColourRange colours);

  void add(const Plane<float>& map);
  void finish();

 private:
  void open(int width, int height);

  std::string file_;
  double rate_;
  ColourRange colours_;
  io::Descriptor written_;
  std::unique_ptr<video::Writer> writer_;
};

}  // namespace csca::app
