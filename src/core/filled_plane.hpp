// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/plane.hpp>

#include "core/parallel.hpp"

#include <algorithm>

namespace csca {

/// A plane that threads fill together: the first touch of a page takes as long as the work on it.
template <class T>
Plane<T> filled_plane(int width, int height, T value, int threads) {
  Plane<T> plane(width, height, Unset{});
  constexpr int band = 64;  // rows
  parallel_for(threads, (height + band - 1) / band,
               [&](int b) { std::fill(plane.row(b * band), plane.row(std::min((b + 1) * band, height)), value); });
  return plane;
}

}  // namespace csca
