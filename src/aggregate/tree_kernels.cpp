// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree_kernels.hpp"

#include <cmath>
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "aggregate/tree_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/float_tag-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace csca::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace {

/// Calls run(d, stride) with vectors that divide the stride, which is a constant where the compiler gains by that.
template <class Run>
HWY_INLINE void with_vectors(int stride, const Run& run) {
  using std::integral_constant;
  if (stride == 1) {
    run(hn::CappedTag<float, 1>(), integral_constant<std::size_t, 1>());
  } else if (stride == 8) {
    run(FloatTag(), integral_constant<std::size_t, 8>());
  } else if (stride == 16) {
    run(FloatTag(), integral_constant<std::size_t, 16>());
  } else {
    run(FloatTag(), static_cast<std::size_t>(stride));
  }
}

/// Calls take(child, parent, similarity) for the links of a run. Meanwhile the cells two rows below are on their way to
/// the cache, and those of links to come, which for a large subtree may be anywhere.
template <class Stride, class Take>
HWY_INLINE void walk(const Tree& tree, const Sweep& sweep, int run, const Similarity& similarity, Stride stride,
                     float* cells, const Take& take) {
  const std::size_t pixel = stride;
  const std::size_t row = pixel * static_cast<std::size_t>(tree.pitch);
  const auto right = static_cast<std::ptrdiff_t>(pixel);
  const auto below = static_cast<std::ptrdiff_t>(row);
  const std::ptrdiff_t to_parent[4] = {-right, right, -below, below};
  const Link* links = sweep.links.data();
  const std::uint8_t* distance = sweep.distance.data();
  const float* soon = cells + row * (static_cast<std::size_t>(run / tree.runs()) + 2) +
                      pixel * static_cast<std::size_t>(tree.columns(run).begin);
  const std::size_t end = sweep.end[run];
  for (std::size_t i = sweep.begin(run); i < end; ++i, soon += stride) {
    __builtin_prefetch(soon, 0, 2);
    __builtin_prefetch(cells + links[i + Sweep::ahead] / 4 * pixel);
    float* child = cells + links[i] / 4 * pixel;
    take(child, child + to_parent[links[i] % 4], similarity[distance[i]]);
  }
}

}  // namespace

void sweep_up(const Tree& tree, int run, const Similarity& similarity, int stride, float* cells) {
  with_vectors(stride, [&](auto d, auto size) HWY_ATTR {
    walk(tree, tree.up, run, similarity, size, cells, [=](const float* child, float* parent, float s) HWY_ATTR {
      for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
        hn::Store(hn::MulAdd(hn::Set(d, s), hn::Load(d, child + k), hn::Load(d, parent + k)), d, parent + k);
      }
    });
  });
}

void sweep_down(const Tree& tree, int run, const Similarity& similarity, int stride, float* cells) {
  with_vectors(stride, [&](auto d, auto size) HWY_ATTR {
    walk(tree, tree.down, run, similarity, size, cells, [=](float* child, const float* parent, float s) HWY_ATTR {
      for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
        // The parent's sum holds the child's own share, weighted with s: s parent + (1 - s^2) child.
        const auto own = hn::Load(d, child + k);
        const auto others = hn::NegMulAdd(hn::Set(d, s), own, hn::Load(d, parent + k));
        hn::Store(hn::MulAdd(hn::Set(d, s), others, own), d, child + k);
      }
    });
  });
}

}  // namespace csca::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace csca {

HWY_EXPORT(sweep_up);
HWY_EXPORT(sweep_down);

Similarity similarity(double sigma) {
  Similarity table{};
  for (int w = 0; w < 256; ++w) table[w] = static_cast<float>(std::exp(-w / (255 * sigma)));
  return table;
}

void sweep_up(const Tree& tree, int run, const Similarity& similarity, int stride, float* cells) {
  HWY_DYNAMIC_DISPATCH(sweep_up)(tree, run, similarity, stride, cells);
}

void sweep_down(const Tree& tree, int run, const Similarity& similarity, int stride, float* cells) {
  HWY_DYNAMIC_DISPATCH(sweep_down)(tree, run, similarity, stride, cells);
}

}  // namespace csca
#endif
