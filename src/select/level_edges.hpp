// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aligned.hpp>
#include <csca/volume.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace csca {

/// Costs at the edges between slabs of levels, for fits that need a winner's neighbours: a winner at the last level of
/// its slab has one of them in the next slab. Slabs come in any order, and the first of two leaves its outermost costs
/// here for the second. That both see the same columns at a time is all that is asked of them.
class LevelEdges : public Pooled {
 public:
  LevelEdges(int height, Levels range) : height_(height), range_(range) {}

  /// Whether there is an edge below this level: it is in the range, and not the first.
  bool below(int level) const { return level > range_.first && level <= range_.last(); }

  /// Row y of the edge below `level`. Not `filled`: the caller is the first to come, and leaves costs in it; else it
  /// holds those of the slab on the other side, and `leave` ends their use. One thread at a time has a row.
  struct Row {
    float* costs;
    bool filled;
  };
  Row row(int level, Columns columns, int y);
  void leave(int level, Columns columns);

 private:
  using Key = std::pair<int, int>;  // level and first column
  struct Edge : Pooled {
    AlignedVector<float> costs;
    PooledVector<std::uint8_t> filled;  // rows
    int left = 0;                       // rows whose use has ended
  };

  int height_;
  Levels range_;
  std::mutex lock_;
  std::map<Key, std::unique_ptr<Edge>, std::less<>, PooledAllocator<std::pair<const Key, std::unique_ptr<Edge>>>>
      edges_;
  PooledVector<std::unique_ptr<Edge>> spare_;  // done with: fresh memory costs as much as the work on it
};

}  // namespace csca
