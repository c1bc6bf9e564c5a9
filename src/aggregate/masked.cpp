// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/aggregate.hpp>

#include <algorithm>

namespace csca {
namespace {

class Masked final : public Aggregation {
 public:
  Masked(std::unique_ptr<Aggregation> aggregation, const Mask& known)
      : aggregation_(std::move(aggregation)), known_(known) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    const int count = slab.levels.count;
    Slab wider = slab;
    wider.levels.count = count + 2;
    const Columns results = slab.results();
    const auto narrow_stride = static_cast<std::size_t>(slab.stride());
    const auto wide_stride = static_cast<std::size_t>(wider.stride());
    std::vector<float> row(slab.row_size());

    const auto with_mask = [&](int y, Columns columns, float* wide) {
      source(y, columns, row.data());
      for (int x = 0; x < columns.count(); ++x) {
        float* cells = wide + static_cast<std::size_t>(x) * wide_stride;
        std::fill_n(cells, wide_stride, 0.0F);
        cells[count + 1] = 1;
        if (known_(columns.begin + x, y) == 0) continue;
        std::copy_n(row.data() + static_cast<std::size_t>(x) * narrow_stride, count, cells);
        cells[count] = 1;
      }
    };
    const auto divided = [&](int y, const float* wide) {
      for (int x = 0; x < results.count(); ++x) {
        const float* cells = wide + static_cast<std::size_t>(x) * wide_stride;
        // A support without any known pixel has nothing to say: equal costs at all levels.
        const float factor = cells[count] > least_share * cells[count + 1] ? cells[count + 1] / cells[count] : 0;
        float* out = row.data() + static_cast<std::size_t>(x) * narrow_stride;
        for (int k = 0; k < count; ++k) out[k] = cells[k] * factor;
      }
      sink(y, row.data());
    };
    aggregation_->run(wider, with_mask, divided);
  }

  int strip() const override { return aggregation_->strip(); }

 private:
  static constexpr float least_share = 1e-3F;

  std::unique_ptr<Aggregation> aggregation_;
  const Mask& known_;
};

}  // namespace

std::unique_ptr<Aggregation> leave_out_unknown(std::unique_ptr<Aggregation> aggregation, const Mask& known) {
  if (known.empty()) return aggregation;
  return std::make_unique<Masked>(std::move(aggregation), known);
}

}  // namespace csca
