// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// `none`: costs pass as they are, so that the cross-scale step can be seen alone.
AggregationFactory make_none(const AggregateOptions& options);

std::size_t none_bytes(const AggregateOptions& options, const Slab& slab);

}  // namespace csca
