// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/path_kernels.hpp"

#include <algorithm>
#include <cstdlib>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/path_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"
#include "core/level_blocks-inl.hpp"

// The path cost of a level, from those of the pixel before on the path, L, whose lowest is m:
//
//   C + min(L[k], L[k - 1] + small, L[k + 1] + small, m + large) - m
//
// Where a path begins, `large` is 0, which makes it C. Cells of `no_level` stay what they are: sums saturate.
//
// In a later pass, m is that of the first pass, since the levels of both are to compete:
//
//   C + max(min(L[k], L[k - 1] + small, L[k + 1] + small, m + large) - m, 0)
//
// So a path of the later pass remembers how much worse than the first pass's best it is, which is at most `large`: for
// that it could have come from there. What it saved against the first pass it does not carry on.
HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<std::uint16_t, 16>;
using V = hn::Vec<Tag>;

/// One path at one pixel. Its costs are replaced in place: what the next vector needs of this one is read before.
class Path {
 public:
  HWY_INLINE Path(std::uint16_t* cells, std::uint16_t lowest, std::uint16_t large)
      : cells_(cells),
        below_(hn::LoadU(Tag(), cells - 1)),
        from_(hn::Set(Tag(), lowest)),
        limit_(hn::SaturatedAdd(from_, hn::Set(Tag(), large))),
        lowest_(hn::Set(Tag(), no_level)) {}

  HWY_INLINE V next(std::size_t k, V cost, V small) {
    const Tag d;
    const V here = hn::LoadU(d, cells_ + k);
    const V neighbours = hn::Min(below_, hn::LoadU(d, cells_ + k + 1));
    const V best = hn::Min(hn::Min(here, hn::SaturatedAdd(neighbours, small)), limit_);
    const V result = hn::SaturatedAdd(cost, hn::SaturatedSub(best, from_));
    below_ = hn::LoadU(d, cells_ + k + hn::Lanes(d) - 1);
    hn::StoreU(result, d, cells_ + k);
    lowest_ = hn::Min(lowest_, result);
    return result;
  }

  HWY_INLINE std::uint16_t lowest() const { return lowest_lane(Tag(), lowest_); }

 private:
  std::uint16_t* HWY_RESTRICT cells_;
  V below_;
  V from_;
  V limit_;
  V lowest_;
};

HWY_INLINE std::size_t at(int x, int size) { return static_cast<std::size_t>(x) * static_cast<std::size_t>(size); }

/// What a larger step costs at x on a path from column `from` of a row. Nothing where the path begins: then no level of
/// the pixel before has an advantage, and the path cost is the cost.
HWY_INLINE std::uint16_t large_penalty(const PathRow& row, int x, const std::uint16_t* before, int from) {
  const bool begins = from < 0 || from >= row.width || (row.known != nullptr && row.known[x] == 0);
  return begins ? 0 : row.large[std::abs(row.luma[x] - before[from])];
}

/// Both ways at once: while one waits for its lowest cost, the other goes on.
void along_row(const PathRow& row, std::uint16_t* slots, int pitch) {
  const Tag d;
  const V small = hn::Set(d, row.small);
  const auto stride = static_cast<std::size_t>(row.stride);
  std::uint16_t lowest[2] = {0, 0};
  for (int x = 0, back = row.width - 1; x < row.width; ++x, --back) {
    if (row.later) {
      lowest[0] = row.first[0][std::max(x - 1, 0)];
      lowest[1] = row.first[1][std::min(back + 1, row.width - 1)];
    }
    Path right(slots, lowest[0], large_penalty(row, x, row.luma, x - 1));
    Path left(slots + pitch, lowest[1], large_penalty(row, back, row.luma, back + 1));
    const std::uint16_t* costs[2] = {row.costs + at(x, row.stride), row.costs + at(back, row.stride)};
    std::uint16_t* sums[2] = {row.sums + at(x, row.stride), row.sums + at(back, row.stride)};
    for (std::size_t k = 0; k < stride; k += hn::Lanes(d)) {
      const V a = right.next(k, hn::LoadU(d, costs[0] + k), small);
      hn::StoreU(hn::Add(hn::LoadU(d, sums[0] + k), a), d, sums[0] + k);
      const V b = left.next(k, hn::LoadU(d, costs[1] + k), small);
      hn::StoreU(hn::Add(hn::LoadU(d, sums[1] + k), b), d, sums[1] + k);
    }
    lowest[0] = right.lowest();
    lowest[1] = left.lowest();
    if (row.first[0] == nullptr || row.later) continue;
    row.first[0][x] = lowest[0];
    row.first[1][back] = lowest[1];
  }
}

void from_row_before(const PathRow& row, Columns columns, const std::uint16_t* before, const SlantedPath (&paths)[3],
                     int pitch) {
  const Tag d;
  const V small = hn::Set(d, row.small);
  const auto stride = static_cast<std::size_t>(row.stride);
  for (int x = columns.begin; x < columns.end; ++x) {
    int slot[3];
    for (int i = 0; i < 3; ++i) slot[i] = x + paths[i].shift - (x + paths[i].shift < row.width ? 0 : row.width);
    const auto path = [&](int i) HWY_ATTR {
      const std::uint16_t large = before != nullptr ? large_penalty(row, x, before, x + paths[i].column) : 0;
      const std::uint16_t lowest = !row.later   ? paths[i].lowest[slot[i]]
                                   : large == 0 ? 0
                                                : paths[i].first_before[x + paths[i].column];
      return Path(paths[i].slots + at(slot[i], pitch), lowest, large);
    };
    Path first = path(0);
    Path second = path(1);
    Path third = path(2);
    const std::uint16_t* HWY_RESTRICT costs = row.costs + at(x, row.stride);
    std::uint16_t* HWY_RESTRICT sums = row.sums + at(x, row.stride);
    for (std::size_t k = 0; k < stride; k += hn::Lanes(d)) {
      const V cost = hn::LoadU(d, costs + k);
      V sum = hn::LoadU(d, sums + k);
      sum = hn::Add(sum, first.next(k, cost, small));
      sum = hn::Add(sum, second.next(k, cost, small));
      sum = hn::Add(sum, third.next(k, cost, small));
      hn::StoreU(sum, d, sums + k);
    }
    paths[0].lowest[slot[0]] = first.lowest();
    paths[1].lowest[slot[1]] = second.lowest();
    paths[2].lowest[slot[2]] = third.lowest();
    if (row.first[0] == nullptr || row.later) continue;
    for (int i = 0; i < 3; ++i) paths[i].first[x] = paths[i].lowest[slot[i]];
  }
}

void to_whole(const float* costs, int pixels, Levels levels, const PathUnit& unit, std::uint16_t* out) {
  const int stride = Volume::stride_for(levels.count);
  const int cells = path_stride(levels.count);
  const float most = unit.most;
  for (int x = 0; x < pixels; ++x, costs += stride, out += cells) {
    for (int k = 0; k < levels.count; ++k) {
      // Compared so that a cost that is no number costs most.
      const float steps = (costs[k] - unit.base) * unit.steps + 0.5F;
      const float bounded = steps < most ? steps : most;
      out[k] = static_cast<std::uint16_t>(static_cast<std::int32_t>(bounded > 0 ? bounded : 0));
    }
    for (int k = levels.count; k < cells; ++k) out[k] = no_level;
  }
}

void to_means(const std::uint16_t* sums, int pixels, int stride, int count, float base, float factor, float* out) {
  const int out_stride = Volume::stride_for(count);
  for (int x = 0; x < pixels; ++x, sums += stride, out += out_stride) {
    for (int k = 0; k < count; ++k) out[k] = base + factor * static_cast<float>(static_cast<std::int32_t>(sums[k]));
    for (int k = count; k < out_stride; ++k) out[k] = 0;
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(along_row);
HWY_EXPORT(from_row_before);
HWY_EXPORT(to_whole);
HWY_EXPORT(to_means);

void path_costs(const float* costs, int pixels, Levels levels, const PathUnit& unit, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(to_whole)(costs, pixels, levels, unit, out);
}
void path_means(const std::uint16_t* sums, int pixels, int stride, int count, float base, float factor, float* out) {
  HWY_DYNAMIC_DISPATCH(to_means)(sums, pixels, stride, count, base, factor, out);
}
void add_level_paths(const PathRow& row, std::uint16_t* slots, int pitch) {
  HWY_DYNAMIC_DISPATCH(along_row)(row, slots, pitch);
}
void add_slanted_paths(const PathRow& row, Columns columns, const std::uint16_t* before, const SlantedPath (&paths)[3],
                       int pitch) {
  HWY_DYNAMIC_DISPATCH(from_row_before)(row, columns, before, paths, pitch);
}

}  // namespace csca
#endif
