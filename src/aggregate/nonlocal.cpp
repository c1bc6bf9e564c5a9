// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "aggregate/nonlocal.hpp"

#include "aggregate/minimum_spanning_tree.hpp"
#include "aggregate/tree_filter.hpp"
#include "core/pooled_function.hpp"

namespace csca {

AggregationFactory make_nonlocal(const AggregateOptions& options) {
  return pooled([nl = options.nl, spare = make_spare_buffers()](const FloatImage& guide) {
    return make_tree_filter(minimum_spanning_tree(pixel_graph(median_guide(guide))), nl.sigma, nl.normalise, spare);
  });
}

std::size_t nonlocal_bytes(const AggregateOptions& /*options*/, const Slab& slab) { return tree_filter_bytes(slab); }

}  // namespace csca
