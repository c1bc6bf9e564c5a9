// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/files.hpp"
#include "sequence/matroska.hpp"

#include <csca/plane.hpp>

#include <filesystem>
#include <optional>
#include <string>

namespace csca::app {

/// Maps as a video of 16 bits without loss, one PNG a frame. It grows under the name FILE.part and gets its own when it
/// is finished: what a killed run left of it is gone on with by one that makes the same.
class MapVideo {
 public:
  enum class Quantity { disparity, depth };  ///< 256 a pixel; millimetres

  /// `rate` is in frames a second; 0: a usual one. `settings` are all that the frames depend on.
  MapVideo(std::string file, Quantity quantity, double rate, std::string settings);

  /// Frames that an earlier run of the same settings made.
  int frames() const { return there_; }
  /// When the last of them was.
  std::filesystem::file_time_type time() const { return time_; }
  /// Takes none of them.
  void begin_anew() { there_ = 0; }

  /// Takes frames in their order, and leaves those alone that are there.
  void add(int index, const Plane<float>& map);
  void finish();

 private:
  std::filesystem::path part() const { return file_ + ".part"; }
  void open();
  void put(std::string_view bytes, std::optional<std::size_t> place = {});

  std::string file_;
  Quantity quantity_;
  matroska::Track track_;
  bool from_part_ = false;  // earlier frames are in FILE.part, and not in FILE
  int there_ = 0;
  std::size_t head_size_ = 0;
  std::size_t end_ = 0;  // behind the frames that are there, bytes
  std::filesystem::file_time_type time_ = {};
  int frames_ = 0;
  io::Descriptor out_{-1};
};

}  // namespace csca::app
