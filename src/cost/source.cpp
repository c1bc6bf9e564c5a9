// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include "core/offset.hpp"
#include "core/parallel.hpp"
#include "cost/gaps.hpp"
#include "cost/integer_cost.hpp"
#include "cost/slide_kernels.hpp"
#include "cost/sound_costs.hpp"

#include <algorithm>
#include <cmath>

namespace csca {

CostSource::CostSource(std::unique_ptr<MatchingCost> cost, std::unique_ptr<IntegerCost> integer, const FloatImage& left,
                       const Mask& right_known, Levels range, Outside outside, int threads)
    : cost_(std::move(cost)),
      integer_(std::move(integer)),
      gaps_(std::make_unique<Gaps>(left.known, right_known, left.width(), left.height(), range)),
      width_(left.width()),
      height_(left.height()),
      range_(range) {
  if (cost_ && !cost_->bounded())
    ordinary_ = std::make_unique<OrdinaryCosts>(ordinary_costs(*cost_, *gaps_, width_, height_, range_));
  if (integer_ || !cost_->complete()) prepare_fill(outside, threads);
}

CostSource::CostSource(std::unique_ptr<MatchingCost> cost, const FloatImage& left, const Mask& right_known,
                       Levels range, Outside outside, int threads)
    : CostSource(std::move(cost), nullptr, left, right_known, range, outside, threads) {}

CostSource::CostSource(std::unique_ptr<IntegerCost> cost, const FloatImage& left, const Mask& right_known, Levels range,
                       Outside outside, int threads)
    : CostSource(nullptr, std::move(cost), left, right_known, range, outside, threads) {}

CostSource::~CostSource() = default;

float CostSource::unit() const { return integer_ ? integer_->unit() : 1.0F; }
int CostSource::partners(int x, int y) const { return gaps_->partners(x, y); }
void CostSource::count_partners(int y, int* counts) const { gaps_->count_partners(y, {0, width_}, counts); }
bool CostSource::has_holes() const { return !gaps_->right_holes().empty(); }

void CostSource::prepare_fill(Outside outside, int threads) {
  gaps_->make_fill();
  constexpr int rows = 32;  // that share a block of memory
  parallel_for(threads, (height_ + rows - 1) / rows, [&](int part) {
    PooledVector<int> counts(static_cast<std::size_t>(width_));
    for (int y = part * rows; y < std::min(height_, (part + 1) * rows); ++y) fill_row(y, outside, counts.data());
  });
}

/// `counts` has room for a row.
void CostSource::fill_row(int y, Outside outside, int* counts) {
  GapRow gaps = gaps_->row(y);
  gaps.left_holes = {};  // unknown left pixels need no value: they cost 0
  float* const fill = gaps_->fill(y);
  for (Stretches stretches(gaps, {0, width_}, range_); stretches.next();) {
    if (stretches.complete()) continue;
    const Columns columns = stretches.columns();
    if (outside == Outside::mean) gaps_->count_partners(y, columns, counts);
    if (integer_ && outside == Outside::mean) {
      mean_costs(integer_->row(y), gaps, counts, columns, range_, fill + gaps.fill.index(columns.begin));
      continue;
    }
    for (int x = columns.begin; x < columns.end; ++x) {
      float& value = fill[gaps.fill.index(x)];
      if (outside == Outside::black) {
        value = integer_ ? static_cast<float>(integer_->outside(x, y)) : cost_->outside(x, y);
      } else if (counts[x - columns.begin] > 0 && gaps.left[x] != 0) {
        value = mean_of(x, y);
      }
    }
  }
}

/// The mean of the pixel's ordinary costs, 0 when it has none. Doubles, in the order of levels, whatever the slabs: the
/// mean is part of "the same bits".
float CostSource::mean_of(int x, int y) const {
  double sum = 0;
  int count = 0;
  for_own_cells(*cost_, gaps_->row(y), x, y, range_, [&](float cost) {
    if (ordinary_ && !ordinary_->has(cost)) return;
    sum += cost;
    ++count;
  });
  return count > 0 ? static_cast<float>(sum / count) : 0;
}

void CostSource::make_sound(int y, Columns columns, Levels levels, float* out) const {
  const int stride = Volume::stride_for(levels.count);
  for (int x = columns.begin; x < columns.end; ++x, out += stride) {
    bool all_ordinary = true;
    for (int k = 0; k < levels.count; ++k) all_ordinary &= ordinary_->has(out[k]);
    if (all_ordinary) continue;
    const bool missing = std::any_of(out, out + levels.count, [](float cost) { return std::isnan(cost); });
    const float mean = missing ? mean_of(x, y) : 0;
    for (int k = 0; k < levels.count; ++k) {
      if (ordinary_->has(out[k])) continue;
      out[k] = std::isnan(out[k]) ? mean : std::copysign(ordinary_->largest, out[k]);
    }
  }
}

/// `unit` is what a fill value of 1 stands for.
template <class Cell>
void CostSource::fill_gaps(int y, Columns columns, Levels levels, Cell unit, Cell* out) const {
  const GapRow gaps = gaps_->row(y);
  const auto stride = static_cast<std::size_t>(Volume::stride_for(levels.count));
  const auto cells_of = [&](int x) { return out + offset(x - columns.begin, stride); };
  const bool holes = !gaps.right_holes.empty();
  const auto fill = [&](int x) {
    Cell* cells = cells_of(x);
    const Cell value = static_cast<Cell>(unit * static_cast<Cell>(gaps.fill[x]));
    const int inside_begin = std::clamp(x - (width_ - 1) - levels.first, 0, levels.count);
    const int inside_end = std::clamp(x - levels.first + 1, inside_begin, levels.count);
    std::fill(cells, cells + inside_begin, value);
    std::fill(cells + inside_end, cells + levels.count, value);
    if (!holes) return;
    const std::uint8_t* partner = gaps.right + (width_ - 1 - x + levels.first);
    for (int k = inside_begin; k < inside_end; ++k) cells[k] = partner[k] != 0 ? cells[k] : value;
  };
  const bool given = cost_ && cost_->complete();
  for (Stretches stretches(gaps, columns, levels); stretches.next();) {
    if (stretches.complete()) continue;
    for (int x = stretches.columns().begin; x < stretches.columns().end; ++x) {
      if (gaps.left[x] == 0) {
        std::fill_n(cells_of(x), levels.count, Cell{0});
      } else if (!given) {
        fill(x);
      }
    }
  }
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
  } else {
    cost_->cells(y, columns.begin, columns.end, levels, stride, out);
  }
  fill_gaps(y, columns, levels, unit(), out);
  if (ordinary_) make_sound(y, columns, levels, out);
  if (levels.count < stride) clear_padding(columns.count(), levels.count, stride, out);
}

void CostSource::cells(int y, Columns columns, Levels levels, std::uint16_t* out) const {
  integer_cells(integer_->row(y), columns.begin, columns.end, levels, Volume::stride_for(levels.count), out);
  fill_gaps<std::uint16_t>(y, columns, levels, 1, out);
}

void CostSource::slide(int y, Columns columns, Levels levels, int block, std::uint16_t* ring,
                       std::uint16_t* sums) const {
  slide_costs(integer_->row(y), gaps_->row(y), columns, levels, block, ring, sums);
}

Volume cost_volume(const CostSource& source, Levels levels) {
  Volume volume(source.width(), source.height(), levels);
  for (int y = 0; y < volume.height(); ++y) source.cells(y, {0, volume.width()}, levels, volume.row(y));
  return volume;
}

Volume cost_volume(const CostOptions& options, const FloatImage& left, const FloatImage& right, Levels range,
                   int threads) {
  return cost_volume(CostSource(make_cost(options, left, right), left, right.known, range, options.outside, threads),
                     range);
}

}  // namespace csca
