// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/tree_filter.hpp"

#include "aggregate/flowing.hpp"
#include "aggregate/tree_kernels.hpp"
#include "core/offset.hpp"
#include "core/pooled_function.hpp"
#include "scale/blended_kernels.hpp"

#include <cmath>
#include <optional>
#include <utility>

namespace csca {
namespace {

class TreeFilter final : public HoldsSlab {
 public:
  TreeFilter(Tree tree, double sigma, double normalise, std::shared_ptr<SpareBuffers> spare)
      : tree_(std::move(tree)), similarity_(similarity(sigma)), spare_(std::move(spare)) {
    factor_.assign(offset(tree_.pitch, tree_.height), 1.0F);
    spare_->expect(factor_.size());
    if (normalise == 0) return;
    const int runs = tree_.height * tree_.runs();
    for (int run = 0; run < runs; ++run) sweep_up(tree_, run, similarity_, 1, factor_.data());
    for (int run = 0; run < runs; ++run) sweep_down(tree_, run, similarity_, 1, factor_.data());
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
    AlignedVector<float> row;
    row.resize(slab.row_size());
    const auto stride = static_cast<std::size_t>(slab.stride());
    const auto scaled = [&](int y, Columns columns, const float* cells, const float* factors) {
      float* to = row.data() + offset(columns.begin, stride);
      blend_cells({columns, slab.stride(), cells, factors}, to);
      if (columns.end == slab.width) sink(y, row.data());
    };
    std::optional<SlabWork> only = SlabWork{slab, source, pooled(scaled), [] {}};
    run_series([&] { return std::exchange(only, std::nullopt); });
  }

  // A slab comes in behind the one that leaves: rows that have left are still in cache when they are written again.
  void run_series(const NextSlab& next) const override {
    Buffer cells;
    std::optional<SlabWork> leaving;
    std::optional<SlabWork> coming = next();
    while (leaving || coming) {
      if (leaving && coming && leaving->slab.stride() != coming->slab.stride()) {
        pass(&*leaving, nullptr, cells.data());  // their pixels lie elsewhere: one after the other
        leaving.reset();
      }
      if (!leaving) fit(cells, coming->slab);
      pass(leaving ? &*leaving : nullptr, coming ? &*coming : nullptr, cells.data());
      leaving = std::exchange(coming, std::nullopt);
      if (leaving) coming = next();
    }
    if (!cells.empty()) spare_->put(std::move(cells));
  }

 private:
  void fit(Buffer& cells, const Slab& slab) const {
    const auto stride = static_cast<std::size_t>(slab.stride());
    if (cells.size() >= factor_.size() * stride) return;
    if (!cells.empty()) spare_->put(std::move(cells));
    cells = spare_->take_slab(factor_.size(), slab.stride());
  }

  /// Run by run, one slab from the root and one towards it. The first needs a run no more when it has been through the
  /// one below; the second has to have costs in the run below, and on the right, before it can go through a run.
  void pass(const SlabWork* leaving, const SlabWork* coming, float* cells) const {
    const int stride = (leaving != nullptr ? leaving : coming)->slab.stride();
    const int runs = tree_.runs();
    const int all = tree_.height * runs;
    for (int run = 0; run < all + 2 * runs; ++run) {
      const Columns columns = tree_.columns(run);
      const auto pixel = [&](int y) { return offset(y, tree_.pitch) + static_cast<std::size_t>(columns.begin); };
      const int y = run / runs;
      if (leaving != nullptr && run < all) {
        sweep_down(tree_, run, similarity_, stride, cells);
        leaving->sink(y, columns, cells + pixel(y) * static_cast<std::size_t>(stride), &factor_[pixel(y)]);
      }
      if (coming == nullptr) continue;
      if (run >= runs && run < all + runs) {
        coming->source(y - 1, columns, cells + pixel(y - 1) * static_cast<std::size_t>(stride));
      }
      if (run >= 2 * runs) sweep_up(tree_, run - 2 * runs, similarity_, stride, cells);
    }
    if (leaving != nullptr) leaving->done();
  }

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
