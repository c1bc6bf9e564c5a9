// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/none.hpp"

namespace csca {
namespace {

class None final : public Aggregation {
 public:
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    PooledVector<float> row(slab.row_size());
    for (int y = 0; y < slab.height; ++y) {
      source(y, {0, slab.width}, row.data());
      sink(y, row.data());
    }
  }
};

}  // namespace

AggregationFactory make_none(const AggregateOptions& /*options*/) {
  return [](const FloatImage&) { return std::make_unique<None>(); };
}

std::size_t none_bytes(const AggregateOptions& /*options*/, const Slab& slab) {
  return sizeof(float) * slab.row_size();
}

}  // namespace csca
