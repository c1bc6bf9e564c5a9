// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/gaps.hpp"

#include <algorithm>

namespace csca {

Stretches::Stretches(const GapRow& row, Columns columns, Levels levels)
    : row_(row), levels_(levels), end_(columns.end), columns_{columns.begin, columns.begin} {}

Columns Stretches::shadow(int hole) const {
  constexpr int far = 1 << 29;
  const int count = static_cast<int>(row_.right_holes.size());
  Columns columns = {-far, 0};
  if (hole == count) columns = {row_.width, far};
  if (hole >= 0 && hole < count) columns = row_.right_holes[static_cast<std::size_t>(hole)];
  return {columns.begin + levels_.first, columns.end + levels_.last()};
}

/// The end of all gaps that overlap or touch, from `begin` on; `begin` when none does.
int Stretches::gap_end(int begin) {
  const int left_count = static_cast<int>(row_.left_holes.size());
  const int right_count = static_cast<int>(row_.right_holes.size()) + 1;
  int end = begin;
  for (bool more = true; more;) {
    more = false;
    for (; right_ < right_count && shadow(right_).begin <= end; ++right_, more = true) {
      end = std::max(end, shadow(right_).end);
    }
    for (; left_ < left_count && row_.left_holes[static_cast<std::size_t>(left_)].begin <= end; ++left_, more = true) {
      end = std::max(end, row_.left_holes[static_cast<std::size_t>(left_)].end);
    }
  }
  return end;
}

bool Stretches::next() {
  const int begin = columns_.end;
  if (begin >= end_) return false;
  const int gap = std::min(gap_end(begin), end_);
  complete_ = gap == begin;
  columns_ = {begin, gap};
  if (!complete_) return true;
  int end = end_;
  if (right_ <= static_cast<int>(row_.right_holes.size())) end = std::min(end, shadow(right_).begin);
  if (left_ < static_cast<int>(row_.left_holes.size())) {
    end = std::min(end, row_.left_holes[static_cast<std::size_t>(left_)].begin);
  }
  columns_.end = end;
  return true;
}

KnownRows::KnownRows(const Mask& known, const Holes& holes, int width, int height, bool mirrored) {
  int rows = 1;
  if (!holes.empty()) {
    index_.resize(static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y) index_[static_cast<std::size_t>(y)] = holes.row(y).empty() ? 0 : rows++;
  }
  rows_ = FeatureRows<std::uint8_t>(width, rows);
  std::fill_n(rows_.row(0), width, std::uint8_t{1});
  for (int row = 0; row < rows; ++row) rows_.clear_behind(row);
  for (int y = 0; y < height && !index_.empty(); ++y) {
    if (holes.row(y).empty()) continue;
    std::uint8_t* out = rows_.row(index_[static_cast<std::size_t>(y)]);
    std::copy_n(known.row(y), width, out);
    if (mirrored) std::reverse(out, out + width);
  }
}

Gaps::Gaps(const Mask& left_known, const Mask& right_known, int width, int height, Levels range)
    : width_(width),
      height_(height),
      range_(range),
      left_holes_(left_known),
      right_holes_(right_known),
      left_(left_known, left_holes_, width, height, false),
      right_(right_known, right_holes_, width, height, true),
      left_band_(std::clamp(range.last(), 0, width)),
      right_band_(std::clamp(-range.first, 0, width - left_band_)) {}

void Gaps::make_fill() {
  std::size_t size = 0;
  for (int y = 0; y < height_; ++y) {
    fill_begin_.push_back(size);
    size += static_cast<std::size_t>(right_holes_.row(y).empty() ? left_band_ + right_band_ : width_);
  }
  fill_.assign(size, 0.0F);
}

GapRow Gaps::row(int y) const {
  const auto right_holes = right_holes_.row(y);
  const bool whole = !right_holes.empty();
  const float* fill = fill_.empty() ? nullptr : fill_.data() + fill_begin_[static_cast<std::size_t>(y)];
  return {.width = width_,
          .left_holes = left_holes_.row(y),
          .right_holes = right_holes,
          .left = left_.row(y),
          .right = right_.row(y),
          .fill = {fill, whole ? width_ : left_band_, whole ? width_ : width_ - right_band_}};
}

void Gaps::count_partners(int y, Columns columns, int* counts) const {
  // Mirrored columns [begin, end) are the partners of pixel x; both move to the left as x moves to the right.
  const auto begin_of = [this](int x) { return std::clamp(width_ - 1 - x + range_.first, 0, width_); };
  const auto end_of = [this](int x) { return std::clamp(width_ - x + range_.last(), 0, width_); };
  if (right_holes_.row(y).empty()) {
    for (int x = columns.begin; x < columns.end; ++x) counts[x - columns.begin] = end_of(x) - begin_of(x);
    return;
  }
  const std::uint8_t* known = right_.row(y);
  int begin = begin_of(columns.begin);
  int end = end_of(columns.begin);
  int count = end - begin - static_cast<int>(std::count(known + begin, known + end, 0));
  for (int x = columns.begin; x < columns.end; ++x) {
    if (begin > begin_of(x)) count += known[--begin] != 0 ? 1 : 0;
    if (end > end_of(x)) count -= known[--end] != 0 ? 1 : 0;
    counts[x - columns.begin] = count;
  }
}

int Gaps::partners(int x, int y) const {
  int count = 0;
  count_partners(y, {x, x + 1}, &count);
  return count;
}

}  // namespace csca
