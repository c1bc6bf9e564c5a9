// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>
#include <csca/options.hpp>
#include <csca/volume.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#pragma GCC visibility push(default)
namespace csca {

/// A run of neighbouring levels for the whole image or for a strip of it: the unit of work.
struct Slab {
  int width = 0;
  int height = 0;
  Levels levels;
  int threads = 1;               ///< that the method may use for this slab
  Columns strip = {};            ///< of the results; none: whole rows
  bool parallel_source = false;  ///< its source may be asked from several of these threads at once

  int stride() const { return Volume::stride_for(levels.count); }
  std::size_t row_size() const { return static_cast<std::size_t>(width) * static_cast<std::size_t>(stride()); }
  Columns results() const { return strip.end > 0 ? strip : Columns{0, width}; }
};

/// Writes any columns of row y of a slab: columns * stride floats. A source can be run through more than once, from the
/// first row on or from the last.
using RowSource = std::function<void(int y, Columns columns, float* cells)>;

/// Takes row y of a slab's results.
using RowSink = std::function<void(int y, const float* cells)>;

/// One slab of a series: where its costs come from and where its results go.
struct SlabWork {
  Slab slab;
  RowSource source;
  /// Takes some columns of row y of the results. Each pixel's cells are still to be multiplied by the pixel's factor;
  /// no factors: nothing is to be done.
  std::function<void(int y, Columns columns, const float* cells, const float* factors)> sink;
  std::function<void()> done;  ///< with the slab
};

/// The next slab of a series, until there is none.
using NextSlab = std::function<std::optional<SlabWork>()>;

/// One aggregation method prepared for one guide (paper Eq. 4). Slabs share it, from several threads at once.
class Aggregation : public Pooled {
 public:
  virtual ~Aggregation() = default;

  /// Pulls cost rows 0 .. height - 1 from `source`, pushes aggregated rows 0 .. height - 1 to `sink`.
  /// Each level has to come out the same whatever slab it is in.
  virtual void run(const Slab& slab, const RowSource& source, const RowSink& sink) const = 0;

  /// Runs slab after slab. By default each for itself; a method may gain when a slab begins before another has ended.
  virtual void run_series(const NextSlab& next) const;

  /// Sees all levels of the costs ahead of the slabs; `match` calls it once a scale for each pass through the costs.
  /// Methods whose results depend on all levels learn here what slabs alone do not tell.
  virtual void look_ahead(const Slab& /*all*/, const RowSource& /*source*/) {}

  /// Whether unknown pixels of the guide take no part by the method's own doing. `leave_out_unknown` then leaves it as
  /// it is.
  virtual bool leaves_out_unknown() const { return false; }

  /// About how many columns of results the method likes to make at a time, so that what it keeps of them stays in
  /// cache. 0: it takes nothing but whole rows.
  virtual int strip() const { return 0; }
};

/// For methods that need all rows at once: implement `filter`, which replaces costs by aggregated costs.
class VolumeAggregation : public Aggregation {
 public:
  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const final;
  virtual void filter(Volume& slab) const = 0;
};

/// Prepares a method for a guide; `match` calls it once a scale. The guide outlives what is made.
using AggregationFactory = std::function<std::unique_ptr<Aggregation>(const FloatImage& guide)>;

std::span<const std::string_view> aggregation_names();

/// The factory of the method, or mixture of methods, that `options.method` names.
AggregationFactory make_aggregation(const AggregateOptions& options);

/// The same methods with every result a mean over its support: for where costs of different pixels or methods meet.
AggregateOptions as_means(AggregateOptions options);

/// Lets unknown pixels take no part in a linear aggregation: their costs are 0 on the way in, and results are divided
/// by the share of the support that is known: what the method itself makes of the mask over what it makes of all ones.
/// That is found out here, in a run of two levels. `known` may be empty.
std::unique_ptr<Aggregation> leave_out_unknown(std::unique_ptr<Aggregation> aggregation, const Mask& known);

/// Aggregates a whole volume, for experts.
Volume aggregate(const Aggregation& aggregation, const Volume& costs, int threads = 1);

}  // namespace csca
#pragma GCC visibility pop
