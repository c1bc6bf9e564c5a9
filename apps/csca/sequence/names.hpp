// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

// What words say about files: patterns such as left_%04d.png, and videos.
namespace csca::app {

/// A name with a number in it, written as printf would: one %d, %4d or %04d.
class NumberPattern {
 public:
  /// Nothing where the word has no such place, or more than one.
  static std::optional<NumberPattern> read(std::string_view word);

  std::string at(int number) const;
  /// The number that makes this name; nothing where none does.
  std::optional<int> number_in(std::string_view name) const;

 private:
  std::string before_;
  std::string behind_;
  int width_ = 0;
  bool zeros_ = false;
};

bool is_video(std::string_view word);

/// The number of a camera, such as 0: a word of digits that names no file.
std::optional<int> camera_number(const std::string& word);

/// Whether a comes before b where runs of digits count as numbers: frame_9 before frame_10.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace csca::app
