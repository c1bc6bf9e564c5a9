// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>

namespace csca {

/// A method that makes each result from its window alone, without sums that run on from pixel to pixel: some results
/// can be made without the others, and have the same bits.
class Windowed : public Aggregation {
 public:
  /// Pixels around a result that it depends on; none: the whole image.
  virtual std::optional<int> margin() const = 0;

  /// `run` where only some results are wanted; an empty mask wants all. The sink gets whole rows, with rubbish where
  /// nothing was wanted.
  virtual void run_where(const Mask& wanted, const Slab& slab, const RowSource& source, const RowSink& sink) const = 0;
};

}  // namespace csca
