// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "user_functions.hpp"

#include <csca/error.hpp>

#include <fmt/format.h>

#include <thread>

namespace csca::python {
namespace {

void check_shape(const VolumeView& volume, int width, int height, int levels) {
  if (volume.width() == width && volume.height() == height && volume.levels() == levels) return;
  throw Error(fmt::format("{} has shape ({}, {}, {}): it has to be ({}, {}, {})", volume.name(), volume.height(),
                          volume.width(), volume.levels(), height, width, levels));
}

py::array read_only(py::array array) {
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

class OwnAggregation final : public Aggregation {
 public:
  OwnAggregation(py::handle function, py::array guide) : function_(function), guide_(std::move(guide)) {}

  void run(const Slab& slab, const RowSource& source, const RowSink& sink) const override {
    Volume costs(slab.width, slab.height, slab.levels);
    for (int y = 0; y < slab.height; ++y) source(y, {0, slab.width}, costs.row(y));
    const VolumeView result = call(std::move(costs));
    check_shape(result, slab.width, slab.height, slab.levels.count);
    AlignedVector<float> row(slab.row_size());
    for (int y = 0; y < slab.height; ++y) {
      result.finite_row(y, row.data());
      sink(y, row.data());
    }
  }

 private:
  VolumeView call(Volume costs) const {
    const py::gil_scoped_acquire lock;
    return {function_(guide_.get(), to_array(std::move(costs))), "what aggregate returned"};
  }

  py::handle function_;
  SharedObject guide_;
};

/// Reads cells where the array has them.
class ArrayCost final : public MatchingCost {
 public:
  ArrayCost(std::shared_ptr<const VolumeView> volume, int first) : volume_(std::move(volume)), first_(first) {}

  void cells(int y, int begin, int end, Levels levels, int stride, float* out) const override {
    volume_->copy(y, begin, end, levels.first - first_, levels.count, stride, out);
  }
  float outside(int /*x*/, int /*y*/) const override { return 0; }
  bool complete() const override { return true; }

 private:
  std::shared_ptr<const VolumeView> volume_;
  int first_;
};

}  // namespace

AggregationFactory own_aggregation(py::handle function) {
  return [function](const FloatImage& guide) {
    const py::gil_scoped_acquire lock;
    return std::make_unique<OwnAggregation>(function, read_only(to_array(guide, false)));
  };
}

CostFactory own_cost(py::handle function) {
  return [function](int /*scale*/, const FloatImage& left, const FloatImage& right, Levels range) {
    const auto call = [&]() -> VolumeView {
      const py::gil_scoped_acquire lock;
      return {function(read_only(to_array(left, true)), read_only(to_array(right, true)), range.first, range.count),
              "what cost returned"};
    };
    const auto costs = std::make_shared<const VolumeView>(call());
    check_shape(*costs, left.width(), left.height(), range.count);
    return array_cost(costs, range.first);
  };
}

std::unique_ptr<MatchingCost> array_cost(std::shared_ptr<const VolumeView> volume, int first) {
  return std::make_unique<ArrayCost>(std::move(volume), first);
}

std::function<void(double)> progress_hook(py::handle function) {
  return [function, caller = std::this_thread::get_id()](double done) {
    // Python answers signals on its main thread only, which may be the one that called.
    if (function.is_none() && std::this_thread::get_id() != caller) return;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (function.is_none()) return;
    if (function(done).is(py::bool_(false))) throw Error("progress returned False: cancelled", ErrorKind::cancelled);
  };
}

}  // namespace csca::python
