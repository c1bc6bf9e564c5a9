// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/mixture.hpp"

#include "aggregate/flowing.hpp"
#include "aggregate/mixture_kernels.hpp"
#include "aggregate/several_passes.hpp"
#include "aggregate/spare_buffers.hpp"
#include "aggregate/strips.hpp"
#include "core/offset.hpp"
#include "core/pooled_function.hpp"

#include <csca/aligned.hpp>
#include <csca/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

namespace csca {
namespace {

using Part = std::pair<std::unique_ptr<Aggregation>, float>;

class Mixture final : public Aggregation, public SeveralPasses {
 public:
  Mixture(PooledVector<Part> parts, std::shared_ptr<SpareBuffers> spare)
      : parts_(std::move(parts)), spare_(std::move(spare)) {}

  // Costs are made once for each part: that is cheaper than holding them.
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    Buffer sum = spare_->take_slab(offset(slab.width, slab.height), slab.stride());
    for (const auto& [part, weight] : parts_) {
      const bool first = part == parts_.front().first;
      for (const Columns& strip : strips(slab.width, part->strip())) {
        Slab piece = slab;
        piece.strip = strip;
        part->run(piece, source, pooled([&, share = weight](int y, const float* cells) {
                    float* total = sum.data() + offset(y, slab.row_size()) + offset(strip.begin, slab.stride());
                    mix_cells({share, cells, nullptr, 1, first ? nullptr : total}, strip.count(), slab.stride(), total);
                  }));
      }
    }
    for (int y = 0; y < slab.height; ++y) sink(y, sum.data() + offset(y, slab.row_size()));
    spare_->put(std::move(sum));
  }

  void look_ahead(const Slab& all, const RowSource& source) override {
    for (auto& [part, weight] : parts_) part->look_ahead(all, source);
  }

  void expect_passes() override {
    for (auto& [part, weight] : parts_) {
      if (auto* several = dynamic_cast<SeveralPasses*>(part.get())) several->expect_passes();
    }
  }

  bool leaves_out_unknown() const override { return true; }

 private:
  PooledVector<Part> parts_;
  std::shared_ptr<SpareBuffers> spare_;
};

/// Two methods of which one takes row after row: it goes along with the rows of costs that the other has made, and its
/// results wait for those of the other. The sum of two is the same in either order.
class Companions final : public Aggregation {
 public:
  Companions(Part row_by_row, Part holds_slab, std::shared_ptr<SpareBuffers> spare)
      : flows_(dynamic_cast<const RowByRow&>(*row_by_row.first)),
        row_by_row_(std::move(row_by_row)),
        holds_slab_(std::move(holds_slab)),
        spare_(std::move(spare)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    AlignedVector<float> row(slab.row_size());
    const auto whole_rows = [&](int y, Columns columns, const float* cells, const float* /*factors*/) {
      std::copy_n(cells, offset(columns.count(), slab.stride()), row.data() + offset(columns.begin, slab.stride()));
      if (columns.end == slab.width) sink(y, row.data());
    };
    std::optional<SlabWork> only = SlabWork{slab, source, pooled(whole_rows), [] {}};
    run_series([&] { return std::exchange(only, std::nullopt); });
  }

  void run_series(const NextSlab& next) const override {
    std::shared_ptr<Waiting> waiting;
    AlignedVector<float> mixed;
    holds_slab_.first->run_series(pooled([&]() -> std::optional<SlabWork> {
      std::optional<SlabWork> work = next();
      if (!work) return work;
      const Slab slab = work->slab;
      // A row of one slab has left when that of the next one comes: one buffer serves both where there is room for it.
      if (waiting == nullptr || waiting->room < slab.row_size())
        waiting = std::allocate_shared<Waiting>(PooledAllocator<Waiting>(), spare_, slab);
      const auto strips_of_slab = std::allocate_shared<Strips>(PooledAllocator<Strips>(), flows_, slab, waiting);
      work->source = pooled([strips_of_slab, source = std::move(work->source)](int y, Columns columns, float* cells) {
        source(y, columns, cells);
        strips_of_slab->take(y, columns, cells);
      });
      work->sink = pooled([this, waiting, slab, &mixed, sink = std::move(work->sink)](
                              int y, Columns columns, const float* cells, const float* factors) {
        mixed.resize(offset(columns.count(), slab.stride()));
        mix_cells({holds_slab_.second, cells, factors, row_by_row_.second,
                   waiting->at(offset(columns.begin, slab.stride()), y)},
                  columns.count(), slab.stride(), mixed.data());
        sink(y, columns, mixed.data(), nullptr);
      });
      return work;
    }));
  }

  void look_ahead(const Slab& all, const RowSource& source) override {
    row_by_row_.first->look_ahead(all, source);
    holds_slab_.first->look_ahead(all, source);
  }

  bool leaves_out_unknown() const override { return true; }

 private:
  /// Results of all rows of a slab.
  struct Waiting {
    Waiting(std::shared_ptr<SpareBuffers> spare_buffers, const Slab& slab)
        : spare(std::move(spare_buffers)),
          room(slab.row_size()),
          cells(spare->take_slab(offset(slab.width, slab.height), slab.stride())) {}
    ~Waiting() { spare->put(std::move(cells)); }
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

    float* at(std::size_t cell, int y) { return cells.data() + offset(y, room) + cell; }

    std::shared_ptr<SpareBuffers> spare;
    std::size_t room;  // of a row; slabs of fewer levels leave some
    Buffer cells;
  };

  /// The row-by-row method on its way through a slab, strip beside strip. Rows of costs wait until there are some: then
  /// what a strip keeps stays in cache from row to row.
  class Strips {
   public:
    Strips(const RowByRow& method, const Slab& slab, std::shared_ptr<Waiting> results)
        : slab_(slab), results_(std::move(results)), rows_(slab.row_size() * some) {
      for (const Columns& strip : strips(slab.width, method.strip())) {
        Slab piece = slab;
        piece.strip = strip;
        strips_.emplace_back(strip.begin, method.steps(piece));
      }
    }

    void take(int y, Columns columns, const float* cells) {
      std::copy_n(cells, offset(columns.count(), slab_.stride()), row(y) + offset(columns.begin, slab_.stride()));
      if (columns.end < slab_.width) return;
      const bool last = y == slab_.height - 1;
      if (last || (y + 1) % some == 0) advance(y / some * some, y + 1);
      if (!last) return;
      strips_.clear();  // their memory serves the next slab
      rows_ = {};
    }

   private:
    static constexpr int some = companion_rows;

    float* row(int y) { return rows_.data() + offset(y % some, slab_.row_size()); }

    void advance(int begin, int end) {
      for (const auto& strip : strips_) {
        const auto& steps = strip.second;
        const auto at = [&](int y) { return results_->at(offset(strip.first, slab_.stride()), y); };
        for (int y = begin; y < end; ++y) steps->advance(row(y), at);
        while (end == slab_.height && !steps->ended()) steps->advance(nullptr, at);
      }
    }

    Slab slab_;
    std::shared_ptr<Waiting> results_;
    AlignedVector<float> rows_;
    PooledVector<std::pair<int, std::unique_ptr<RowSteps>>> strips_;  // with their first columns
  };

  const RowByRow& flows_;
  Part row_by_row_;
  Part holds_slab_;
  std::shared_ptr<SpareBuffers> spare_;
};

}  // namespace

PooledVector<Share> parse_mixture(std::string_view text) {
  PooledVector<Share> shares;
  double sum = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    std::string_view part = text.substr(begin, end - begin);
    Share share{"", 1};
    if (const std::size_t star = part.find('*'); star != std::string_view::npos) {
      const auto [stop, error] = std::from_chars(part.data(), part.data() + star, share.weight);
      const bool number = error == std::errc() && stop == part.data() + star;
      if (!number || !(share.weight > 0 && std::isfinite(sum + share.weight))) {
        throw Error(fmt::format("method is '{}': allowed is a weight above 0 before *, as in 0.7*gf+0.3*st", text));
      }
      part = part.substr(star + 1);
    }
    share.method = part;
    sum += share.weight;
    shares.push_back(share);
    begin = end + 1;
  }
  for (Share& share : shares) share.weight /= sum;
  return shares;
}

AggregationFactory make_mixture(PooledVector<std::pair<AggregationFactory, double>> parts) {
  return pooled([parts = std::move(parts),
                 spare = make_spare_buffers()](const FloatImage& guide) -> std::unique_ptr<Aggregation> {
    spare->expect(offset(guide.width(), guide.height()));
    PooledVector<Part> prepared;
    for (const auto& [factory, weight] : parts) {
      prepared.emplace_back(leave_out_unknown(factory(guide), guide.known), static_cast<float>(weight));
    }
    const auto is_companion = [&](std::size_t flows, std::size_t holds) {
      return prepared.size() == 2 && dynamic_cast<const RowByRow*>(prepared[flows].first.get()) != nullptr &&
             dynamic_cast<const HoldsSlab*>(prepared[holds].first.get()) != nullptr;
    };
    for (const std::size_t flows : {std::size_t{0}, std::size_t{1}}) {
      if (!is_companion(flows, 1 - flows)) continue;
      return std::make_unique<Companions>(std::move(prepared[flows]), std::move(prepared[1 - flows]), spare);
    }
    return std::make_unique<Mixture>(std::move(prepared), spare);
  });
}

}  // namespace csca
