// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree_filter.hpp"

#include <algorithm>
#include <cmath>

namespace csca {
namespace {

/// In steps of a Volume's lanes: no call and no remainder for the few floats of a pixel.
void copy(float factor, const float* __restrict from, std::size_t stride, float* __restrict to) {
  for (std::size_t lane = 0; lane < stride; lane += 8) {
    for (std::size_t k = lane; k < lane + 8; ++k) to[k] = factor * from[k];
  }
}

class TreeFilter final : public Aggregation {
 public:
  TreeFilter(Tree tree, double sigma, double normalise, std::shared_ptr<SpareBuffers> spare)
      : tree_(std::move(tree)), similarity_(similarity(sigma)), spare_(std::move(spare)) {
    if (normalise == 0) return;
    std::vector<float> z(tree_.parent.size(), 1.0F);
    filter(tree_, similarity_, 1, z.data());
    for (const std::uint32_t node : tree_.node) factor_.push_back(static_cast<float>(std::pow(z[node], -normalise)));
  }

  // Rows are scattered to their nodes as they come and gathered as they leave, so that the sweeps between walk memory
  // in one direction.
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const auto stride = static_cast<std::size_t>(slab.stride());
    const auto width = static_cast<std::size_t>(slab.width);
    std::vector<float> row(slab.row_size());
    Buffer buffer = spare_->take(tree_.parent.size() * stride);
    float* cells = buffer.data();
    std::size_t first = 0;  // the row's first pixel
    for (int y = 0; y < slab.height; ++y, first += width) {
      source(y, row.data());
      for (std::size_t x = 0; x < width; ++x) {
        copy(1.0F, &row[x * stride], stride, &cells[tree_.node[first + x] * stride]);
      }
    }
    filter(tree_, similarity_, slab.stride(), cells);
    first = 0;
    for (int y = 0; y < slab.height; ++y, first += width) {
      for (std::size_t x = 0; x < width; ++x) {
        __builtin_prefetch(&cells[tree_.node[first + std::min(x + ahead, width - 1)] * stride]);
        const float factor = factor_.empty() ? 1.0F : factor_[first + x];
        copy(factor, &cells[tree_.node[first + x] * stride], stride, &row[x * stride]);
      }
      sink(y, row.data());
    }
    spare_->put(std::move(buffer));
  }

 private:
  static constexpr std::size_t ahead = 12;  // pixels whose cells are on their way from memory

  Tree tree_;
  Similarity similarity_;
  std::shared_ptr<SpareBuffers> spare_;
  std::vector<float> factor_;  // Z^-normalise of each pixel; empty for 1
};

}  // namespace

std::unique_ptr<Aggregation> make_tree_filter(Tree tree, double sigma, double normalise,
                                              std::shared_ptr<SpareBuffers> spare) {
  return std::make_unique<TreeFilter>(std::move(tree), sigma, normalise, std::move(spare));
}

std::size_t tree_filter_bytes(const Slab& slab) {
  return sizeof(float) * slab.row_size() * (static_cast<std::size_t>(slab.height) + 1);
}

}  // namespace csca
