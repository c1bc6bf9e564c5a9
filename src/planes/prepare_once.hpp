// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// A factory for several passes over one view: it prepares the method once for each scale, and keeps the guides that
/// the method may read. Scales are known by their size.
AggregationFactory prepare_once(AggregationFactory make);

}  // namespace csca
