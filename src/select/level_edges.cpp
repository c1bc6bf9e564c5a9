// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "select/level_edges.hpp"

#include "core/offset.hpp"

#include <algorithm>

namespace csca {

LevelEdges::Row LevelEdges::row(int level, Columns columns, int y) {
  const std::scoped_lock lock(lock_);
  std::unique_ptr<Edge>& edge = edges_[{level, columns.begin}];
  if (edge == nullptr) {
    if (spare_.empty()) spare_.push_back(std::make_unique<Edge>());
    edge = std::move(spare_.back());
    spare_.pop_back();
    edge->costs.resize(std::max(edge->costs.size(), offset(columns.count(), height_)));
    edge->filled.assign(static_cast<std::size_t>(height_), 0);
    edge->left = 0;
  }
  const bool filled = std::exchange(edge->filled[static_cast<std::size_t>(y)], std::uint8_t{1}) != 0;
  return {edge->costs.data() + offset(y, columns.count()), filled};
}

void LevelEdges::leave(int level, Columns columns) {
  const std::scoped_lock lock(lock_);
  const auto edge = edges_.find({level, columns.begin});
  if (++edge->second->left < height_) return;
  spare_.push_back(std::move(edge->second));
  edges_.erase(edge);
}

}  // namespace csca
