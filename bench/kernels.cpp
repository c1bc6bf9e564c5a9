// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "cost/source.hpp"

#include "cost/integer_cost.hpp"

#include <csca/csca.hpp>

#include <csca/simd.hpp>
#include "scale/blend.hpp"
#include "scale/blended_kernels.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <vector>

// kernels [--benchmark_filter=REGEX] [--benchmark_out=FILE]: the steps of a match, each alone, on every instruction set
// of this machine. One slab of 16 levels of a KITTI-sized pair: items are cells, or pixels where levels play no role.
namespace {

using benchmark::State;
using namespace csca;

constexpr Slab slab{1242, 375, {32, 16}};

const SynthPair& pair() {
  static const SynthPair rendered = synthesize({.width = slab.width, .height = slab.height, .levels = 128});
  return rendered;
}

const FloatImage& guide() {
  static const FloatImage image = to_float(pair().left, 255);
  return image;
}

FloatImage right() { return to_float(pair().right, 255); }

void count_pixels(State& state) { state.SetItemsProcessed(state.iterations() * slab.width * slab.height); }
void count_cells(State& state) {
  state.SetItemsProcessed(state.iterations() * slab.width * slab.height * slab.levels.count);
}

CostOptions cost(const std::string& method) {
  CostOptions options;
  options.method = method;
  return options;
}

CostSource source_of(const std::string& method) {
  return {make_cost(cost(method), guide(), right()), guide(), {}, slab.levels, Outside::mean, 1};
}

/// The same as whole numbers, as 8-bit pairs have them.
CostSource whole_source_of(const std::string& method) {
  const IntegerWeights weights = integer_weights(cost(method), 3, 65535, false).value();
  return {std::make_unique<IntegerCost>(cost(method), weights, guide(), right(), 1),
          guide(),
          {},
          slab.levels,
          Outside::mean,
          1};
}

/// Costs of one slab, the same for all who aggregate, blend or select them.
const Volume& costs() {
  static const Volume volume = cost_volume(source_of("grd"), slab.levels);
  return volume;
}

AggregateOptions aggregation(const std::string& method) {
  AggregateOptions options;
  options.method = method;
  options.gf.radius = 9;
  return options;
}

void image_pyramid(State& state, const std::string& /*name*/) {
  for (auto _ : state) benchmark::DoNotOptimize(pyramid(guide(), 5));
  count_pixels(state);
}

void cost_features(State& state, const std::string& name) {
  const FloatImage other = right();
  for (auto _ : state) benchmark::DoNotOptimize(make_cost(cost(name), guide(), other));
  count_pixels(state);
}

void rows_of(State& state, const CostSource& source) {
  AlignedVector<float> row(slab.row_size());
  for (auto _ : state) {
    for (int y = 0; y < slab.height; ++y) source.cells(y, {0, slab.width}, slab.levels, row.data());
    benchmark::DoNotOptimize(row.data());
  }
  count_cells(state);
}

void cost_rows(State& state, const std::string& name) { rows_of(state, source_of(name)); }
void whole_cost_rows(State& state, const std::string& name) { rows_of(state, whole_source_of(name)); }

/// What an aggregation makes of a guide: statistics, or a tree.
void prepare_guide(State& state, const std::string& name) {
  const AggregationFactory factory = make_aggregation(aggregation(name));
  for (auto _ : state) benchmark::DoNotOptimize(factory(guide()));
  count_pixels(state);
}

void aggregate_slab(State& state, const std::string& name) {
  const auto method = make_aggregation(aggregation(name))(guide());
  // A source that writes what is cached would flatter: rows are copied, as a cost would write them.
  const auto source = [](int y, Columns columns, float* cells) {
    std::copy_n(costs().pixel(columns.begin, y), columns.count() * slab.stride(), cells);
  };
  const auto sink = [](int, const float* row) { benchmark::DoNotOptimize(row); };
  for (auto _ : state) method->run(slab, source, sink);
  count_cells(state);
}

void blend_rows(State& state, const std::string& name) {
  const Interpolation map = name == "nearest" ? Interpolation::nearest : Interpolation::linear;
  const Volume coarse((slab.width + 1) / 2, (slab.height + 1) / 2, coarser(slab.levels));
  AlignedVector<float> row(slab.row_size(), 0.0F);
  for (auto _ : state) {
    const Blend blend(coarse, slab.levels, map, map);
    for (int y = 0; y < slab.height; ++y) {
      blend_cells({{0, slab.width}, slab.stride(), row.data(), nullptr, 1, blend.under(y)}, row.data());
    }
    benchmark::DoNotOptimize(row.data());
  }
  count_cells(state);
}

void take_winner(State& state, const std::string& /*name*/) {
  Winner winner(slab.width, slab.height);
  for (auto _ : state) {
    for (int y = 0; y < slab.height; ++y) winner.add(y, {0, slab.width}, slab.levels, slab.levels, costs().row(y));
  }
  count_cells(state);
}

struct Kernel {
  const char* step;
  void (*run)(State&, const std::string& name);
  std::vector<std::string> names;
};

void add(const Kernel& kernel, const std::string& name, std::string_view target) {
  const std::string full = std::string(kernel.step) + (name.empty() ? "" : "/" + name) + "/" + std::string(target);
  benchmark::RegisterBenchmark(full.c_str(), [run = kernel.run, name, target](State& state) {
    costs();  // what is made once is made outside the measurement
    use_simd_target(target);
    run(state, name);
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<Kernel> kernels = {
      {"pyramid", image_pyramid, {""}},
      {"features", cost_features, {"grd", "cen", "cg"}},
      {"cost", cost_rows, {"grd", "cen", "cg"}},
      {"whole-cost", whole_cost_rows, {"grd", "cen", "cg"}},
      {"guide", prepare_guide, {"gf", "nl", "st", "sgm"}},
      {"aggregate", aggregate_slab, {"box", "gf", "nl", "st", "bf", "sgm"}},
      {"blend", blend_rows, {"nearest", "linear"}},
      {"winner", take_winner, {""}},
  };
  for (const Kernel& kernel : kernels) {
    for (const std::string& name : kernel.names) {
      for (const std::string_view target : simd_targets()) add(kernel, name, target);
    }
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
