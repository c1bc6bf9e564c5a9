// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>
#include <csca/aligned.hpp>

#include "aggregate/strips.hpp"
#include "aggregate/windowed.hpp"
#include "core/holes.hpp"
#include "core/offset.hpp"
#include "core/pooled_function.hpp"
#include "scale/blended_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace csca {
namespace {

/// Pixels that have an unknown one within `margin` rows and columns.
Mask near_unknown(const Mask& known, int margin) {
  const Holes holes(known);
  Mask near(known.width(), known.height());
  PooledVector<std::uint8_t> row(static_cast<std::size_t>(known.width()));
  for (int y = 0; y < known.height(); ++y) {
    if (holes.row(y).empty()) continue;
    std::fill(row.begin(), row.end(), std::uint8_t{0});
    for (const Columns& hole : holes.row(y)) {
      const int end = std::min(hole.end + margin, known.width());
      std::fill(row.begin() + std::max(hole.begin - margin, 0), row.begin() + end, std::uint8_t{1});
    }
    for (int v = std::max(y - margin, 0); v <= std::min(y + margin, known.height() - 1); ++v) {
      std::transform(row.begin(), row.end(), near.row(v), near.row(v), std::bit_or<std::uint8_t>());
    }
  }
  return near;
}

/// What makes up for the unknown part of each pixel's support. It does not depend on the level: one run serves all.
Plane<float> factors_of(const Aggregation& aggregation, const Mask& known) {
  constexpr float least_share = 1e-3F;
  constexpr float noise = 4e-6F;  // of the method's sums, where all of the support is known
  Plane<float> factors(known.width(), known.height());
  // Far from unknown pixels a window's factor is 1: a few of them should not cost a run through the whole image.
  const auto* windowed = dynamic_cast<const Windowed*>(&aggregation);
  Mask wanted;
  if (windowed != nullptr && windowed->margin()) wanted = near_unknown(known, *windowed->margin());
  for (const Columns& strip : strips(known.width(), aggregation.strip())) {
    const Slab slab{.width = known.width(), .height = known.height(), .levels = {0, 2}, .strip = strip};
    const int stride = slab.stride();
    const RowSource known_and_all = [&](int y, Columns columns, float* cells) {
      std::fill_n(cells, columns.count() * stride, 0.0F);
      for (int x = columns.begin; x < columns.end; ++x, cells += stride) {
        cells[0] = known(x, y) != 0 ? 1 : 0;
        cells[1] = 1;
      }
    };
    const RowSink keep = [&](int y, const float* cells) {
      for (int x = strip.begin; x < strip.end; ++x, cells += stride) {
        if (!wanted.empty() && wanted(x, y) == 0) {
          factors(x, y) = 1;
          continue;
        }
        // A support without any known pixel has nothing to say: equal costs at all levels.
        const float factor = cells[0] > least_share * cells[1] ? cells[1] / cells[0] : 0;
        factors(x, y) = std::abs(factor - 1) < noise ? 1 : factor;
      }
    };
    if (wanted.empty()) {
      aggregation.run(slab, known_and_all, keep);
    } else {
      windowed->run_where(wanted, slab, known_and_all, keep);
    }
  }
  return factors;
}

class Masked final : public Aggregation {
 public:
  Masked(std::unique_ptr<Aggregation> aggregation, const Mask& known)
      : aggregation_(std::move(aggregation)), holes_(known), factors_(factors_of(*aggregation_, known)) {
    for (int y = 0; y < known.height(); ++y) {
      plain_.push_back(std::all_of(factors_.row(y), factors_.row(y) + known.width(), [](float f) { return f == 1; }));
    }
  }

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    AlignedVector<float> row(slab.row_size());
    const Columns results = slab.results();
    const auto stride = static_cast<std::size_t>(slab.stride());
    const auto scaled = [&](int y, Columns columns, const float* cells, const float* factors) {
      float* to = row.data() + offset(columns.begin - results.begin, stride);
      blend_cells({columns, slab.stride(), cells, factors}, to);
      if (columns.end == results.end) sink(y, row.data());
    };
    std::optional<SlabWork> only = SlabWork{slab, source, pooled(scaled), [] {}};
    run_series([&] { return std::exchange(only, std::nullopt); });
  }

  void run_series(const NextSlab& next) const override {
    aggregation_->run_series(pooled([&]() -> std::optional<SlabWork> {
      std::optional<SlabWork> work = next();
      if (work) {
        work->source = without_unknown(work->slab.stride(), std::move(work->source));
        work->sink = scaled(std::move(work->sink));
      }
      return work;
    }));
  }

  int strip() const override { return aggregation_->strip(); }

 private:
  using Sink = decltype(SlabWork::sink);

  /// Costs of 0 for unknown pixels.
  RowSource without_unknown(int stride, RowSource source) const {
    return pooled([this, stride, source = std::move(source)](int y, Columns columns, float* cells) {
      source(y, columns, cells);
      for (const Columns& hole : holes_.row(y)) {
        const int begin = std::max(hole.begin, columns.begin);
        const int end = std::min(hole.end, columns.end);
        if (begin < end) std::fill_n(cells + (begin - columns.begin) * stride, (end - begin) * stride, 0.0F);
      }
    });
  }

  /// The method's own factors times those of the mask.
  Sink scaled(Sink sink) const {
    return pooled([this, sink = std::move(sink), both = PooledVector<float>()](
                      int y, Columns columns, const float* cells, const float* factors) mutable {
      const float* own = factors_.row(y) + columns.begin;
      if (plain_[static_cast<std::size_t>(y)]) return sink(y, columns, cells, factors);
      if (factors == nullptr) return sink(y, columns, cells, own);
      both.resize(static_cast<std::size_t>(columns.count()));
      for (std::size_t x = 0; x < both.size(); ++x) both[x] = factors[x] * own[x];
      sink(y, columns, cells, both.data());
    });
  }

  std::unique_ptr<Aggregation> aggregation_;
  Holes holes_;
  Plane<float> factors_;
  PooledVector<bool> plain_;  // rows whose factors are all 1
};

}  // namespace

std::unique_ptr<Aggregation> leave_out_unknown(std::unique_ptr<Aggregation> aggregation, const Mask& known) {
  const bool all_known = std::all_of(known.begin(), known.end(), [](std::uint8_t value) { return value != 0; });
  if (all_known || aggregation->leaves_out_unknown()) return aggregation;
  return std::make_unique<Masked>(std::move(aggregation), known);
}

}  // namespace csca
