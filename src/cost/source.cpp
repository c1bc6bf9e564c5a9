// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>

#include "core/parallel.hpp"
#include "cost/integer_cost.hpp"
#include "cost/slide_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace csca {

CostSource::CostSource(std::unique_ptr<MatchingCost> cost, const FloatImage& left, const Mask& right_known,
                       Levels range, Outside outside, int threads)
    : cost_(std::move(cost)),
      width_(left.width()),
      height_(left.height()),
      range_(range),
      left_known_(left.known),
      right_known_(right_known) {
  if (!cost_->complete()) prepare_fill(outside, threads);
}

CostSource::CostSource(std::unique_ptr<IntegerCost> cost, int width, int height, Levels range, Outside outside,
                       int threads)
    : integer_(std::move(cost)), width_(width), height_(height), range_(range) {
  prepare_fill(outside, threads);
}

CostSource::~CostSource() = default;

float CostSource::unit() const { return integer_ ? integer_->unit() : 1.0F; }

bool CostSource::has_partner(int x, int y, int level) const {
  const int partner = x - level;
  return partner >= 0 && partner < width_ && (right_known_.empty() || right_known_(partner, y) != 0);
}

int CostSource::partners(int x, int y) const {
  const int begin = std::max(0, x - range_.last());
  const int end = std::min(width_ - 1, x - range_.first) + 1;
  if (right_known_.empty()) return std::max(0, end - begin);
  return begin < end ? static_cast<int>(std::count(right_known_.row(y) + begin, right_known_.row(y) + end, 1)) : 0;
}

void CostSource::prepare_fill(Outside outside, int threads) {
  left_band_ = right_known_.empty() ? std::clamp(range_.last(), 0, width_) : width_;
  right_band_ = right_known_.empty() ? std::clamp(-range_.first, 0, width_ - left_band_) : 0;
  fill_ = Plane<float>(left_band_ + right_band_, height_);
  parallel_for(threads, height_, [&](int y) {
    if (integer_ && outside == Outside::mean) {
      mean_costs(integer_->row(y), {0, left_band_}, range_, fill_.row(y));
      if (right_band_ == 0) return;
      mean_costs(integer_->row(y), {width_ - right_band_, width_}, range_, fill_.row(y) + left_band_);
      return;
    }
    for (int i = 0; i < fill_.width(); ++i) {
      const int x = band_column(i);
      if (outside == Outside::black) {
        fill_(i, y) = integer_ ? static_cast<float>(integer_->outside(x, y)) : cost_->outside(x, y);
      } else if (const int known = partners(x, y); known > 0 && known < range_.count) {
        fill_(i, y) = mean_of(x, y, known);
      }
    }
  });
}

/// Calls use(levels) for the levels at which pixel x has a partner inside the image, a few at a time.
template <class Use>
void CostSource::for_partners(int x, const Use& use) const {
  const int last = std::min(range_.last(), x);
  for (int first = std::max(range_.first, x - (width_ - 1)); first <= last; first += chunk) {
    use(Levels{first, std::min(chunk, last - first + 1)});
  }
}

// Doubles, in the order of levels, whatever the slabs: the mean is part of "the same bits".
float CostSource::mean_of(int x, int y, int known) const {
  double sum = 0;
  for_partners(x, [&](Levels levels) {
    float cells[chunk];
    cost_->cells(y, x, x + 1, levels, chunk, cells);
    for (int k = 0; k < levels.count; ++k) {
      if (has_partner(x, y, levels.first + k)) sum += cells[k];
    }
  });
  return static_cast<float>(sum / known);
}

/// `unit` is what a fill value of 1 stands for.
template <class Cell>
void CostSource::fill_outside(int y, Columns columns, Levels levels, Cell unit, Cell* out) const {
  const int stride = Volume::stride_for(levels.count);
  const bool holes = !right_known_.empty();
  const auto fill = [&](int i) {
    const int x = band_column(i);
    Cell* cells = out + static_cast<std::size_t>(x - columns.begin) * static_cast<std::size_t>(stride);
    const Cell value = static_cast<Cell>(unit * static_cast<Cell>(fill_(i, y)));
    if (holes) {
      for (int k = 0; k < levels.count; ++k) {
        if (!has_partner(x, y, levels.first + k)) cells[k] = value;
      }
      return;
    }
    const int inside_begin = std::clamp(x - (width_ - 1) - levels.first, 0, levels.count);
    const int inside_end = std::clamp(x - levels.first + 1, inside_begin, levels.count);
    std::fill(cells, cells + inside_begin, value);
    std::fill(cells + inside_end, cells + levels.count, value);
  };
  // Of the bands, which serve all levels, only columns that lack a partner at these. Where the bands meet, or with
  // holes, any column may.
  const bool any = holes || fill_.width() == width_;
  const int left_end = any ? left_band_ : std::clamp(levels.last(), 0, left_band_);
  const int right_begin = width_ - (any ? right_band_ : std::clamp(-levels.first, 0, right_band_));
  for (int x = columns.begin; x < std::min(columns.end, left_end); ++x) fill(x);
  const int to_band = left_band_ - (width_ - right_band_);
  for (int x = std::max(columns.begin, right_begin); x < columns.end; ++x) fill(x + to_band);
}

namespace {

/// Zeros behind each pixel's levels, in its last cells at once: the few that are padding would be a call of memset.
void clear_padding(int pixels, int count, int stride, float* out) {
  constexpr int at_once = 8;
  static_assert(Volume::stride_for(1) == at_once);
  const int used = count - (stride - at_once);
  float* last = out + (stride - at_once);
  for (int x = 0; x < pixels; ++x, last += stride) {
    for (int k = 0; k < at_once; ++k) last[k] = k < used ? last[k] : 0;
  }
}

}  // namespace

void CostSource::cells(int y, Columns columns, Levels levels, float* out) const {
  const int stride = Volume::stride_for(levels.count);
  if (integer_) {
    integer_cells(integer_->row(y), columns.begin, columns.end, levels, stride, out);
    fill_outside(y, columns, levels, integer_->unit(), out);
  } else {
    cost_->cells(y, columns.begin, columns.end, levels, stride, out);
    fill_outside(y, columns, levels, 1.0F, out);
  }
  if (levels.count < stride) clear_padding(columns.count(), levels.count, stride, out);
  if (left_known_.empty()) return;
  for (int x = columns.begin; x < columns.end; ++x, out += stride) {
    if (left_known_(x, y) == 0) std::fill(out, out + levels.count, 0.0F);
  }
}

void CostSource::cells(int y, Columns columns, Levels levels, std::uint16_t* out) const {
  integer_cells(integer_->row(y), columns.begin, columns.end, levels, Volume::stride_for(levels.count), out);
  fill_outside<std::uint16_t>(y, columns, levels, 1, out);
}

void CostSource::slide(int y, Columns columns, Levels levels, int block, std::uint16_t* ring,
                       std::uint16_t* sums) const {
  const FillRow fill{fill_.empty() ? nullptr : fill_.row(y), left_band_, width_ - right_band_};
  slide_costs(integer_->row(y), fill, columns, levels, block, ring, sums);
}

Volume cost_volume(const CostSource& source, Levels levels) {
  Volume volume(source.width(), source.height(), levels);
  for (int y = 0; y < volume.height(); ++y) source.cells(y, {0, volume.width()}, levels, volume.row(y));
  return volume;
}

}  // namespace csca
