// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/guide_statistics.hpp"

#include "aggregate/statistics_kernels.hpp"
#include "core/offset.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

/// How much of the window around a position lies inside.
int clipped(int position, int radius, int size) {
  return std::min(position + radius, size - 1) - std::max(position - radius, 0) + 1;
}

/// What rounds a float, by adding and taking it off, to as many digits after the point that sums over a window of the
/// rounded numbers, which are below 1, and of their products are exact in doubles.
float rounder_for(int radius_x, int radius_y) {
  constexpr int most_digits = 20;  // which leaves floats up to 4
  const double window = (2.0 * radius_x + 1) * (2.0 * radius_y + 1);
  const int digits = std::min(most_digits, (52 - static_cast<int>(std::ceil(std::log2(window)))) / 2);
  return std::ldexp(1.5F, 23 - digits);
}

}  // namespace

double GuideStatistics::inverse_rows(int y) const { return 1.0 / clipped(y, radius_y_, guide_.height()); }

GuideStatistics::GuideStatistics(const FloatImage& guide, int radius_x, int radius_y, double epsilon,
                                 std::size_t most_kept)
    : guide_(guide), radius_x_(radius_x), radius_y_(radius_y), epsilon_(epsilon) {
  for (int x = 0; x < guide.width(); ++x) inverse_widths_.push_back(1.0 / clipped(x, radius_x, guide.width()));
  // Half of white, not the image's own mean: masked pixels and other tiles must not reach a result through it.
  shift_.assign(guide.channels.size(), 0.5F);
  rounder_ = rounder_for(radius_x, radius_y);
  if (guide.channels.front().size() > most_kept) return;
  const std::size_t size = row_values(entries());
  const std::size_t guide_size = row_values(channels());
  AlignedVector<float> all(size * static_cast<std::size_t>(guide.height()));
  AlignedVector<float> all_guide(guide_size * static_cast<std::size_t>(guide.height()));
  Rows rows(*this, {0, guide.width()});
  for (int y = 0; y < guide.height(); ++y) {
    rows.make(all.data() + size * static_cast<std::size_t>(y));
    std::copy_n(rows.guide(y), guide_size,
                all_guide.begin() + static_cast<std::ptrdiff_t>(guide_size * static_cast<std::size_t>(y)));
  }
  kept_ = std::move(all);
  kept_guide_ = std::move(all_guide);
}

std::size_t GuideStatistics::kept_bytes(std::size_t pixels, int channels) {
  if (pixels > most_kept_pixels) return 0;
  return sizeof(float) * pixels * static_cast<std::size_t>(entries_of(channels) + channels);
}

GuideStatistics::Rows::Rows(const GuideStatistics& statistics, Columns columns)
    : statistics_(statistics), wanted_(columns) {
  if (!statistics.kept_.empty()) return;
  const auto count = static_cast<std::size_t>(columns.count());
  const auto channels = static_cast<std::size_t>(statistics.channels());
  columns_.assign(count * static_cast<std::size_t>(statistics.entries() - 1), 0.0);
  row_.resize(count * static_cast<std::size_t>(statistics.entries()));
  guide_.resize(count * channels * static_cast<std::size_t>(2 * statistics.radius_y_ + 2));
}

void GuideStatistics::Rows::rows_of(int y, const float** guide) const {
  for (const Plane<float>& channel : statistics_.guide_.channels) *guide++ = channel.row(y) + wanted_.begin;
}

const float* GuideStatistics::Rows::guide(int y) {
  const GuideStatistics& all = statistics_;
  const auto channels = static_cast<std::size_t>(all.channels());
  if (!all.kept_.empty()) {
    return all.kept_guide_.data() + static_cast<std::size_t>(y) * all.row_values(all.channels()) +
           offset(wanted_.begin, channels);
  }
  float* row =
      guide_.data() + offset(y % (2 * all.radius_y_ + 2), channels) * static_cast<std::size_t>(wanted_.count());
  if (y == guide_rows_) {
    const float* planes[3];
    rows_of(y, planes);
    interleave(all.channels(), wanted_.count(), planes, all.shift_.data(), all.rounder_, row);
    ++guide_rows_;
  }
  return row;
}

const float* GuideStatistics::Rows::next() {
  const GuideStatistics& all = statistics_;
  if (all.kept_.empty()) {
    make(row_.data());
    return row_.data();
  }
  return all.kept_.data() + static_cast<std::size_t>(y_++) * all.row_values(all.entries()) +
         static_cast<std::size_t>(wanted_.begin * all.entries());
}

void GuideStatistics::Rows::make(float* to) {
  const GuideStatistics& all = statistics_;
  const int height = all.guide_.height();
  const int y = y_++;
  StatisticsRow row{};
  row.channels = all.channels();
  row.width = wanted_.count();
  row.radius = std::min(all.radius_x_, wanted_.count() - 1);
  row.epsilon = all.epsilon_;
  row.shift = all.shift_.data();
  row.rounder = all.rounder_;
  row.columns = columns_.data();
  row.inverse_widths = all.inverse_widths_.data() + wanted_.begin;
  row.inverse_rows = all.inverse_rows(y);
  row.out = to;
  const auto slide = [&](int entering) {
    const int leaving = y - all.radius_y_ - 1;
    row.enters = entering < height;
    row.leaves = leaving >= 0;
    rows_of(std::min(entering, height - 1), row.entering);
    rows_of(std::max(leaving, 0), row.leaving);
  };
  for (int above = 0; y == 0 && above < all.radius_y_; ++above) {
    slide(above);
    slide_columns(row);
  }
  slide(y + all.radius_y_);
  window_statistics(row);
}

}  // namespace csca
