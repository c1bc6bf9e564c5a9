// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree_filter.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

class TreeFilter final : public Aggregation {
 public:
  TreeFilter(Tree tree, double sigma, double normalise) : tree_(std::move(tree)), similarity_(similarity(sigma)) {
    if (normalise == 0) return;
    factor_.assign(tree_.parent.size(), 1.0F);
    filter(tree_, similarity_, 1, factor_.data());
    for (float& z : factor_) z = static_cast<float>(std::pow(z, -normalise));
  }

  // Rows are scattered to their nodes as they come and gathered as they leave, so that the sweeps between walk memory
  // in one direction.
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const std::size_t stride = static_cast<std::size_t>(slab.stride());
    std::vector<float> row(slab.row_size());
    const auto cells = std::make_unique_for_overwrite<float[]>(tree_.parent.size() * stride);
    for (int y = 0; y < slab.height; ++y) {
      source(y, row.data());
      const std::uint32_t* node = nodes(slab, y);
      for (int x = 0; x < slab.width; ++x) std::copy_n(&row[x * stride], stride, &cells[node[x] * stride]);
    }
    filter(tree_, similarity_, slab.stride(), cells.get());
    for (int y = 0; y < slab.height; ++y) {
      const std::uint32_t* node = nodes(slab, y);
      for (int x = 0; x < slab.width; ++x) {
        const float factor = factor_.empty() ? 1.0F : factor_[node[x]];
        const float* __restrict from = &cells[node[x] * stride];
        float* __restrict to = &row[x * stride];
        for (std::size_t k = 0; k < stride; ++k) to[k] = factor * from[k];
      }
      sink(y, row.data());
    }
  }

 private:
  const std::uint32_t* nodes(const Slab& slab, int y) const {
    return tree_.node.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(slab.width);
  }

  Tree tree_;
  Similarity similarity_;
  std::vector<float> factor_;  // Z^-normalise of each node; empty for 1
};

}  // namespace

std::unique_ptr<Aggregation> make_tree_filter(Tree tree, double sigma, double normalise) {
  return std::make_unique<TreeFilter>(std::move(tree), sigma, normalise);
}

std::size_t tree_filter_bytes(const Slab& slab) {
  return sizeof(float) * slab.row_size() * (static_cast<std::size_t>(slab.height) + 1);
}

}  // namespace csca
