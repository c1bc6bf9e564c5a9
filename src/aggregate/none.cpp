// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/none.hpp"

namespace csca {
namespace {

class None final : public Aggregation {
 public:
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    std::vector<float> row(static_cast<std::size_t>(slab.width) * static_cast<std::size_t>(slab.stride()));
    for (int y = 0; y < slab.height; ++y) {
      source(y, row.data());
      sink(y, row.data());
    }
  }
};

}  // namespace

AggregationFactory make_none(const AggregateOptions& /*options*/) {
  return [](const FloatImage&) { return std::make_unique<None>(); };
}

}  // namespace csca
