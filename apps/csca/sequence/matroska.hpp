// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

// A Matroska file (RFC 9559) with one track, whose frames are PNGs: 16 bits a sample stay as they are, and common
// players and libraries read it. Each frame is a cluster of its own, so that a file whose end is missing can be gone on
// with.
namespace csca::app::matroska {

struct Track {
  int width = 0;
  int height = 0;
  double rate = 25;      ///< frames a second
  std::string title;     ///< what the numbers are
  std::string settings;  ///< what they were made with
};

/// All that comes before the first frame. Length and duration are left open, as in a file that still grows.
std::string head(const Track& track);

/// The frame of that number, counted from 0.
std::string frame(const Track& track, int index, std::string_view png);

struct Contents {
  std::string head;            ///< up to the first frame; empty: none of our files
  int frames = 0;              ///< that are whole
  std::size_t end = 0;         ///< behind the last of them, bytes
  std::size_t end_before = 0;  ///< behind the one before that
};
Contents contents_of(const std::filesystem::path& file);

/// The head of a file that is complete, of so many bytes and frames.
std::string final_head(const Track& track, int frames, std::size_t bytes);

}  // namespace csca::app::matroska
