// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "planes/plane_kernels.hpp"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "planes/plane_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// A plain loop, compiled for the instruction set.
std::size_t count_points(const SlantedPlane& plane, const MapPoints& points, double near) {
  std::int64_t votes = 0;
  for (std::size_t i = 0; i < points.count; ++i) {
    const double above = (plane.along * points.x[i] + plane.down * points.y[i] + plane.offset) - points.d[i];
    votes += std::abs(above) <= near ? 1 : 0;
  }
  return static_cast<std::size_t>(votes);
}

/// Where the pixels of a piece of a row come from.
struct Sources {
  static constexpr int size = 64;
  static constexpr int none = -1;
  std::int32_t left[size];  // of the two columns on both sides
  float share[size];        // of the way to the right one

  HWY_INLINE void find(const SlantedPlane& plane, const MovedRow& row, int begin, int count) {
    const double last = row.width - 1;
    const int last_left = std::max(row.width - 2, 0);
    const double down = plane.down * row.y;
    for (int i = 0; i < count; ++i) {
      const int x = begin + i;
      const double from = x - (plane.along * x + down + plane.offset);
      const bool inside = from >= 0 && from <= last;
      const int column = std::min(static_cast<int>(inside ? from : 0.0), last_left);
      left[i] = inside ? column : none;
      share[i] = static_cast<float>(from - column);
    }
  }
};

/// Catmull and Rom's weights of four neighbours, `t` from the second to the third one.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void cubic_weights(D d, V t, V (&weights)[4]) {
  const auto one = hn::Set(d, 1.0F);
  const auto u = hn::Sub(one, t);
  const auto outer = [&](V near, V far)
                         HWY_ATTR { return hn::Mul(hn::Mul(hn::Mul(hn::Set(d, -0.5F), near), far), far); };
  const auto inner = [&](V far) HWY_ATTR {
    const auto inside = hn::Sub(hn::Mul(hn::Set(d, 1.5F), far), hn::Set(d, 2.5F));
    return hn::Add(one, hn::Mul(hn::Mul(far, far), inside));
  };
  weights[0] = outer(t, u);
  weights[1] = inner(t);
  weights[2] = inner(u);
  weights[3] = outer(u, t);
}

/// The mean of four neighbours, which stays in the range of samples.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V mean(D d, const V (&weights)[4], const V (&neighbours)[4]) {
  auto sum = hn::Zero(d);
  for (int i = 0; i < 4; ++i) sum = hn::Add(sum, hn::Mul(weights[i], neighbours[i]));
  return hn::Min(hn::Max(sum, hn::Zero(d)), hn::Set(d, 1.0F));
}

HWY_INLINE void move_pixel(const MovedRow& row, int x, int left, float share) {
  if (left == Sources::none) return;
  int columns[4];
  for (int i = 0; i < 4; ++i) columns[i] = std::clamp(left - 1 + i, 0, row.width - 1);
  if (row.from_known != nullptr && (row.from_known[columns[1]] == 0 || row.from_known[columns[2]] == 0)) return;
  row.known[x] = 1;
  const hn::CappedTag<float, 1> d;
  hn::Vec<decltype(d)> weights[4];
  cubic_weights(d, hn::Set(d, share), weights);
  for (int c = 0; c < row.channels; ++c) {
    hn::Vec<decltype(d)> neighbours[4];
    for (int i = 0; i < 4; ++i) neighbours[i] = hn::Set(d, row.from[c][columns[i]]);
    row.to[c][x] = hn::GetLane(mean(d, weights, neighbours));
  }
}

#if HWY_TARGET != HWY_SCALAR
/// Four pixels at once, whose neighbours are all in the image and known.
HWY_INLINE void move_four(const MovedRow& row, int x, const std::int32_t* left, const float* share) {
  const hn::FixedTag<float, 4> d;
  const hn::Repartition<double, decltype(d)> pairs;
  hn::Vec<decltype(d)> weights[4];
  cubic_weights(d, hn::LoadU(d, share), weights);
  std::fill_n(row.known + x, 4, std::uint8_t{1});
  for (int c = 0; c < row.channels; ++c) {
    const auto around = [&](int i) HWY_ATTR { return hn::LoadU(d, row.from[c] + left[i] - 1); };
    const auto upper = [&](auto a, auto b) HWY_ATTR { return hn::BitCast(pairs, hn::InterleaveUpper(d, a, b)); };
    const auto lower = [&](auto a, auto b) HWY_ATTR { return hn::BitCast(pairs, hn::InterleaveLower(d, a, b)); };
    // From four neighbours of a pixel in a vector to one neighbour of each of the four pixels.
    const auto first = lower(around(0), around(1));
    const auto second = lower(around(2), around(3));
    const auto third = upper(around(0), around(1));
    const auto fourth = upper(around(2), around(3));
    const hn::Vec<decltype(d)> neighbours[4] = {hn::BitCast(d, hn::InterleaveLower(pairs, first, second)),
                                                hn::BitCast(d, hn::InterleaveUpper(pairs, first, second)),
                                                hn::BitCast(d, hn::InterleaveLower(pairs, third, fourth)),
                                                hn::BitCast(d, hn::InterleaveUpper(pairs, third, fourth))};
    hn::StoreU(mean(d, weights, neighbours), d, row.to[c] + x);
  }
}
#endif

HWY_FLATTEN void move_pixels(const SlantedPlane& plane, const MovedRow& row) {
  Sources sources;
  for (int begin = 0; begin < row.width; begin += Sources::size) {
    const int count = std::min(Sources::size, row.width - begin);
    sources.find(plane, row, begin, count);
    int i = 0;
#if HWY_TARGET != HWY_SCALAR
    const auto amid = [&](int at) { return sources.left[at] >= 1 && sources.left[at] + 2 < row.width; };
    for (; i + 4 <= count && row.from_known == nullptr; i += 4) {
      // Sources lie in order: those between two that are amid the row are too.
      if (amid(i) && amid(i + 3)) {
        move_four(row, begin + i, sources.left + i, sources.share + i);
      } else {
        for (int k = i; k < i + 4; ++k) move_pixel(row, begin + k, sources.left[k], sources.share[k]);
      }
    }
#endif
    for (; i < count; ++i) move_pixel(row, begin + i, sources.left[i], sources.share[i]);
  }
}

}  // namespace
}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(count_points);
HWY_EXPORT(move_pixels);

std::size_t count_on(const SlantedPlane& plane, const MapPoints& points, double near) {
  return HWY_DYNAMIC_DISPATCH(count_points)(plane, points, near);
}

void move_row(const SlantedPlane& plane, const MovedRow& row) { HWY_DYNAMIC_DISPATCH(move_pixels)(plane, row); }

}  // namespace csca
#endif
