// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/aggregate.hpp>
#include <csca/aligned.hpp>

#include "cost/source.hpp"
#include "engine/cost_sink.hpp"
#include "engine/run.hpp"

#include <memory>

namespace csca {

/// Line 1 of the paper's Algorithm 1 for one image: itself and its smaller copies, finest first.
PooledVector<FloatImage> pyramid_of(FloatImage image, const Run& run);

/// One view of the pair on every scale, finest first.
struct ScaledView {
  PooledVector<FloatImage>& lefts;  ///< the guides; an engine drops colours that nobody reads any more
  PooledVector<FloatImage> rights;
};

/// Lines 2 to 5 of the paper's Algorithm 1: costs (Eq. 1), aggregation (Eq. 4) and blend across scales (Eq. 14) of one
/// view, coarse to fine: K_s = w_s C_s + up(K_(s+1)). The reference engine shows a sink the same bits as the
/// engine whose place it takes.
class Engine : public Pooled {
 public:
  virtual ~Engine() = default;

  /// Shows every blended cost of the finest scale, once.
  virtual void run(CostSink& sink) = 0;
};

/// The engine that suits the run: floats, 16-bit box sums, or, for observers, the plain reference. The run and the
/// left images have to outlive it.
std::unique_ptr<Engine> make_engine(ScaledView view, const AggregationFactory& aggregation, const Run& run);

std::unique_ptr<Engine> make_float_engine(ScaledView view, const AggregationFactory& aggregation, const Run& run);
std::unique_ptr<Engine> make_box16_engine(ScaledView view, const Run& run);
std::unique_ptr<Engine> make_reference_engine(ScaledView view, const AggregationFactory& aggregation, const Run& run);

/// What the costs of a scale need of its images.
std::unique_ptr<CostSource> make_source(int scale, const FloatImage& left, FloatImage right, const Run& run);

/// A scale's levels all at once, as aggregations see them ahead of the slabs.
Slab all_levels(const CostSource& costs, const Plan& plan);

/// Gives back the colours of guides that no step reads any more. The finest ones stay when `but_finest` is set.
void drop_guides(PooledVector<FloatImage>& guides, const Plan& plan, bool but_finest = false);

}  // namespace csca
