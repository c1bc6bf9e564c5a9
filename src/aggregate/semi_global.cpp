// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/semi_global.hpp"

#include "aggregate/flowing.hpp"
#include "aggregate/path_sums.hpp"
#include "aggregate/several_passes.hpp"
#include "core/offset.hpp"
#include "core/pooled_function.hpp"

#include <optional>

namespace csca {
namespace {

/// Means over the paths, as rows flow.
class PathFlow final : public RowFlow {
 public:
  PathFlow(const PathSums& paths, const Slab& slab, const RowSource& source, const CostScale& scale, PathPass& pass)
      : slab_(slab),
        lowest_(scale.lowest),
        step_(paths.step(scale)),
        sweep_(paths.last_way(slab, source, scale, pass, false, sums_)),
        out_(slab.row_size()) {}

  void advance(const RowSink& sink) override {
    const int first = sweep_.made();
    const int rows = sweep_.advance();
    const int levels = slab_.levels.count;
    for (int y = first; y < first + rows; ++y) {
      path_means(sweep_.sums(y), slab_.width, path_stride(levels), levels, lowest_, step_, out_.data());
      sink(y, out_.data());
    }
  }

 private:
  Slab slab_;
  float lowest_;
  float step_;
  PathSums::Sums sums_;
  PathSums::Sweep sweep_;
  AlignedVector<float> out_;
};

class SemiGlobal final : public Flowing, public SeveralPasses {
 public:
  SemiGlobal(const SemiGlobalOptions& options, const FloatImage& guide) : paths_(options, guide) {}

  void expect_passes() override { pass_ = paths_.first_of_several(); }

  // Several passes over one view, each around another surface, keep the penalties of the first.
  void look_ahead(const Slab& all, const RowSource& source) override {
    pass_.first = !scale_;
    if (!scale_) scale_ = cost_scale(all, source, paths_.known());
  }

  std::unique_ptr<RowFlow> flow(const Slab& slab, const RowSource& source) const override {
    const CostScale scale = scale_ ? *scale_ : cost_scale(slab, source, paths_.known());
    return std::make_unique<PathFlow>(paths_, slab, source, scale, pass_);
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const std::unique_ptr<RowFlow> rows = flow(slab, source);
    for (int made = 0; made < slab.height; made += rows_at_once(slab.threads)) rows->advance(sink);
  }

  bool leaves_out_unknown() const override { return true; }

 private:
  PathSums paths_;
  mutable PathPass pass_;
  std::optional<CostScale> scale_;
};

/// How much of the spread of raw costs is left in the means of the other methods.
constexpr float spread_of_means = 0.5F;

class SemiGlobalPart final : public Aggregation, public SeveralPasses {
 public:
  SemiGlobalPart(const SemiGlobalOptions& options, const FloatImage& guide) : paths_(options, guide) {}

  void expect_passes() override { pass_ = paths_.first_of_several(); }

  void look_ahead(const Slab& all, const RowSource& source) override {
    pass_.first = !scale_;
    if (!scale_) scale_ = cost_scale(all, source, paths_.known());
    levels_ = all.levels;
    sums_ = {};  // those of another pass go before these come
    PathSums::Sweep sweep = paths_.last_way(all, source, *scale_, pass_, true, sums_);
    while (sweep.made() < all.height) sweep.advance();
    if (!spread_) spread_ = spread_of_sums(all);
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    if (sums_.empty()) {
      // Nobody looked ahead: these levels are all there are.
      SemiGlobalPart whole = *this;
      whole.look_ahead(slab, source);
      return whole.run(slab, source, sink);
    }
    const int stride = path_stride(levels_.count);
    const float step = *spread_ > 0 ? spread_of_means * scale_->unit / *spread_ : 0;
    AlignedVector<float> out(slab.row_size());
    for (int y = 0; y < slab.height; ++y) {
      const std::uint16_t* row = sums_.data() + offset(y, slab.width * stride) + (slab.levels.first - levels_.first);
      path_means(row, slab.width, stride, slab.levels.count, scale_->lowest, step, out.data());
      sink(y, out.data());
    }
  }

  bool leaves_out_unknown() const override { return true; }

 private:
  /// The unit of the sums themselves.
  float spread_of_sums(const Slab& all) const {
    const int stride = path_stride(levels_.count);
    const RowSource rows = [&](int y, Columns columns, float* cells) {
      path_means(sums_.data() + offset(y, all.width * stride), columns.count(), stride, levels_.count, 0, 1, cells);
    };
    return cost_scale(all, rows, paths_.known()).unit;
  }

  PathSums paths_;
  PathPass pass_;
  std::optional<CostScale> scale_;
  std::optional<float> spread_;
  Levels levels_{};
  PathSums::Sums sums_;
};

}  // namespace

AggregationFactory make_semi_global(const AggregateOptions& options) {
  return pooled([sgm = options.sgm](const FloatImage& guide) { return std::make_unique<SemiGlobal>(sgm, guide); });
}

AggregationFactory make_semi_global_part(const AggregateOptions& options) {
  return pooled([sgm = options.sgm](const FloatImage& guide) { return std::make_unique<SemiGlobalPart>(sgm, guide); });
}

std::size_t semi_global_bytes(const AggregateOptions& options, const Slab& slab) {
  return PathSums::bytes(options.sgm, slab, false) + sizeof(float) * slab.row_size();
}

std::size_t semi_global_pass_bytes(const AggregateOptions& options) {
  return sizeof(std::uint16_t) * static_cast<std::size_t>(options.sgm.paths);
}

std::size_t semi_global_part_bytes(const AggregateOptions& options, const Slab& all) {
  return PathSums::bytes(options.sgm, all, true);
}

}  // namespace csca
