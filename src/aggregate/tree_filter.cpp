// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree_filter.hpp"

#include "aggregate/tree_kernels.hpp"

#include <cmath>

namespace csca {
namespace {

class TreeFilter final : public Aggregation {
 public:
  TreeFilter(Tree tree, double sigma, double normalise, std::shared_ptr<SpareBuffers> spare)
      : tree_(std::move(tree)), similarity_(similarity(sigma)), spare_(std::move(spare)) {
    factor_.assign(static_cast<std::size_t>(tree_.pitch) * static_cast<std::size_t>(tree_.height), 1.0F);
    if (normalise == 0) return;
    for (int y = 0; y < tree_.height; ++y) sweep_up(tree_, y, similarity_, 1, factor_.data());
    for (int y = 0; y < tree_.height; ++y) sweep_down(tree_, y, similarity_, 1, factor_.data());
    // The usual powers need no pow(), which takes longer than the sweeps.
    if (normalise == 0.5) {
      for (float& z : factor_) z = 1 / std::sqrt(z);
    } else if (normalise == 1) {
      for (float& z : factor_) z = 1 / z;
    } else {
      for (float& z : factor_) z = static_cast<float>(std::pow(z, -normalise));
    }
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const int stride = slab.stride();
    const std::size_t row_size = static_cast<std::size_t>(tree_.pitch) * static_cast<std::size_t>(stride);
    Buffer buffer = spare_->take(row_size * static_cast<std::size_t>(slab.height));
    const auto row = [&](int y) { return buffer.data() + static_cast<std::size_t>(y) * row_size; };
    // A sweep towards the root touches the row below: it follows one row behind.
    for (int y = 0; y < slab.height; ++y) {
      source(y, {0, slab.width}, row(y));
      if (y > 0) sweep_up(tree_, y - 1, similarity_, stride, buffer.data());
    }
    sweep_up(tree_, slab.height - 1, similarity_, stride, buffer.data());

    AlignedVector<float> out;
    out.resize(slab.row_size());
    for (int y = 0; y < slab.height; ++y) {
      sweep_down(tree_, y, similarity_, stride, buffer.data());
      scale_cells(&factor_[static_cast<std::size_t>(y) * static_cast<std::size_t>(tree_.pitch)], slab.width, stride,
                  row(y), out.data());
      sink(y, out.data());
    }
    spare_->put(std::move(buffer));
  }

 private:
  Tree tree_;
  Similarity similarity_;
  std::shared_ptr<SpareBuffers> spare_;
  AlignedVector<float> factor_;  // Z^-normalise of each pixel
};

}  // namespace

std::unique_ptr<Aggregation> make_tree_filter(Tree tree, double sigma, double normalise,
                                              std::shared_ptr<SpareBuffers> spare) {
  return std::make_unique<TreeFilter>(std::move(tree), sigma, normalise, std::move(spare));
}

std::size_t tree_filter_bytes(const Slab& slab) {
  const Slab even{(slab.width + 1) / 2 * 2, slab.height, slab.levels};  // as a tree's pitch
  return sizeof(float) * even.row_size() * (static_cast<std::size_t>(slab.height) + 1);
}

}  // namespace csca
