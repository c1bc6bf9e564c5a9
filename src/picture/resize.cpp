// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "picture/resize.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace csca::picture {
namespace {

/// The old pixels that a new pixel covers, and how much of it each of them fills (the shares sum to 1).
struct Cover {
  int first = 0;
  std::vector<float> shares;
};

/// On a line of old x new units an old pixel is `to` units long and a new one `from`: all ends are whole numbers.
std::vector<Cover> covers(int from, int to) {
  std::vector<Cover> result(static_cast<std::size_t>(to));
  std::int64_t begin = 0;
  for (Cover& cover : result) {
    const std::int64_t end = begin + from;
    cover.first = static_cast<int>(begin / to);
    for (std::int64_t old = begin / to; old * to < end; ++old) {
      const std::int64_t overlap = std::min(end, (old + 1) * to) - std::max(begin, old * to);
      cover.shares.push_back(static_cast<float>(overlap) / static_cast<float>(from));
    }
    begin = end;
  }
  return result;
}

/// One row as float RGB of the new width.
std::vector<float> resized_row(const std::uint8_t* row, int channels, const std::vector<Cover>& columns) {
  std::vector<float> result;
  result.reserve(3 * columns.size());
  for (const Cover& cover : columns) {
    for (int c = 0; c < 3; ++c) {
      const std::uint8_t* sample = row + std::ptrdiff_t{cover.first} * channels + (channels == 1 ? 0 : c);
      float sum = 0;
      for (const float share : cover.shares) {
        sum += share * static_cast<float>(*sample);
        sample += channels;
      }
      result.push_back(sum);
    }
  }
  return result;
}

}  // namespace

Image resize(const Image& picture, int width, int height) {
  const std::vector<Cover> columns = covers(picture.width(), width);
  const std::vector<Cover> rows = covers(picture.height(), height);
  Image result(width, height, 3, Sample::u8);
  std::vector<float> old_row;
  int held = -1;  // the old row that old_row holds: when enlarging, many new rows need the same one
  for (int y = 0; y < height; ++y) {
    const Cover& cover = rows[static_cast<std::size_t>(y)];
    std::vector<float> sums(3 * columns.size());
    for (std::size_t i = 0; i < cover.shares.size(); ++i) {
      const int old = cover.first + static_cast<int>(i);
      if (old != held) old_row = resized_row(picture.row<std::uint8_t>(old), picture.channels(), columns);
      held = old;
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += cover.shares[i] * old_row[k];
    }
    auto* row = result.row<std::uint8_t>(y);
    for (std::size_t k = 0; k < sums.size(); ++k) row[k] = static_cast<std::uint8_t>(std::lround(sums[k]));
  }
  return result;
}

}  // namespace csca::picture
