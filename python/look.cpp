// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/check.hpp>
#include <csca/error.hpp>
#include <csca/explain.hpp>

#include "arrays.hpp"
#include "match_call.hpp"
#include "module.hpp"

#include <fmt/format.h>

#include <algorithm>

// What is to be known about a pair without its map: range, findings, the costs of a pixel.
namespace csca::python {
namespace {

py::object estimate_range_of(const py::args& images, const py::kwargs& given) {
  const MatchCall call = take_match_call(images, given, "estimate_range");
  Levels range;
  {
    const py::gil_scoped_release unlocked;
    range = estimate_range(call.pair, call.options);
  }
  return to_range(range);
}

py::list check_arrays(const py::args& images, const py::kwargs& given) {
  const MatchCall call = take_match_call(images, given, "check");
  std::vector<Finding> findings;
  {
    const py::gil_scoped_release unlocked;
    findings = check_pair(call.pair, call.options);
  }
  py::list result;
  for (const Finding& finding : findings) {
    result.append(python_class("Finding")(name_of(finding.kind), finding.measure, finding.message));
  }
  return result;
}

/// A column or row of the image.
int place_of(const py::object& value, const char* name, int size, const char* along) {
  if (PyIndex_Check(value.ptr()) == 0 || py::isinstance<py::bool_>(value)) {
    throw Error(fmt::format("{} is no whole number: give a pixel as in csca.explain(left, right, 295, 49)", name));
  }
  const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!index) throw py::error_already_set();
  const std::string digits = text(index);
  const bool inside = py::int_(0) <= index && index < py::int_(size);
  if (inside) return index.cast<int>();
  throw Error(fmt::format("{} is {} but the image is {} pixels {}: give 0 to {}", name, digits, size, along, size - 1));
}

/// A pixel's costs at one stage and scale.
py::array costs_of(const Capture& capture, VolumeStage stage, int scale) {
  const Volume& costs = capture.costs(stage, scale);
  Plane<float> row(costs.levels().count, 1);
  std::copy_n(costs.pixel(0, 0), row.width(), row.begin());
  return py::array(to_array(std::move(row)).attr("ravel")());
}

/// The disparities that a scale's levels stand for on the finest one.
py::array disparities_of(const Volume& costs, int scale) {
  Plane<float> row(costs.levels().count, 1);
  for (int k = 0; k < row.width(); ++k) row(k, 0) = static_cast<float>((costs.levels().first + k) * (1 << scale));
  return py::array(to_array(std::move(row)).attr("ravel")());
}

py::object explain_arrays(const py::args& given_images, const py::kwargs& given) {
  py::dict keywords = given;
  py::args images = given_images;
  py::object x = take(keywords, "x");
  py::object y = take(keywords, "y");
  if (images.size() == 4) {
    x = images[2];
    y = images[3];
    images = py::args(py::make_tuple(images[0], images[1]));
  }
  MatchCall call = take_match_call(images, keywords, "explain");
  const int column = place_of(x, "x", call.pair.left.width, "wide");
  const int row = place_of(y, "y", call.pair.left.height, "high");
  const auto at = [&](const Plane<float>& map) { return map(column, row); };
  call.options = explainable(call.options);

  Result result;
  std::unique_ptr<Capture> capture;
  {
    const py::gil_scoped_release unlocked;
    const Levels range = resolve_range(call.pair, call.options);
    call.options.range.first = range.first;
    call.options.range.levels = range.count;
    capture = std::make_unique<Capture>(Candidates{range, call.options.range.skip_zero},
                                        resolve_scales(call.pair.left, range, call.options), row, column, column);
    call.hooks.observe = [&](VolumeStage stage, int scale, Levels levels, int line, const float* costs) {
      capture->take(stage, scale, levels, line, costs);
    };
    result = csca::match(call.pair, call.options, call.hooks);
  }
  py::list scales;
  for (int s = 0; s < capture->scales(); ++s) {
    const float winner = capture->winners(VolumeStage::aggregated, s)(0, 0) * static_cast<float>(1 << s);
    scales.append(python_class("ScaleCosts")(
        disparities_of(capture->costs(VolumeStage::raw, s), s), costs_of(*capture, VolumeStage::raw, s),
        costs_of(*capture, VolumeStage::aggregated, s), result.weights[static_cast<std::size_t>(s)], winner));
  }
  return python_class("Explanation")(
      column, row, at(result.disparity), disparities_of(capture->costs(VolumeStage::combined, 0), 0),
      costs_of(*capture, VolumeStage::combined, 0), capture->winners(VolumeStage::combined, 0)(0, 0), scales);
}

constexpr const char* estimate_range_doc = R"(estimate_range(left, right, /, **options)
--

The disparities that a pair shows, with a margin, as a Python range: what csca.match searches unless told. Masks and
options are those of csca.match.

>>> import csca
>>> pair = csca.synth(width=320, height=240, levels=32)
>>> found = csca.estimate_range(pair.left, pair.right)
>>> found.start >= 0 and 31 <= found[-1] < 64
True
>>> csca.match(pair.left, pair.right).range == found
True
)";

constexpr const char* check_doc = R"(check(left, right, /, **options)
--

Looks for signs that two images are no rectified pair, or that little can be matched: swapped, shifted, rotated, of
different scenes, too dark, too blank. Returns a list of csca.Finding with kind, measure and message; a good pair has none.
csca.match does this too, and gives a csca.PairWarning for each. Masks and options are those of csca.match.

>>> import csca
>>> pair = csca.synth(width=640, height=480, levels=64)
>>> csca.check(pair.left, pair.right)
[]
>>> csca.check(pair.right, pair.left)[0].kind
'swapped'
)";

constexpr const char* explain_doc = R"(explain(left, right, x, y, /, **options)
--

Why a pixel gets its disparity: its costs at every scale, before and after aggregation, and blended across scales. Options
and functions (aggregate=f, cost=g) are those of csca.match; right view and refinement are left out.

Returns a csca.Explanation; csca.figures.costs draws it.

>>> import csca
>>> pair = csca.synth(width=320, height=240, levels=32)
>>> why = csca.explain(pair.left, pair.right, 100, 60, first=0, levels=32)
>>> why.combined.shape, len(why.scales), why.scales[1].aggregated.shape
((32,), 4, (17,))
>>> float(why.disparities[why.combined.argmin()]) == why.winner
True
)";

}  // namespace

void add_looks(py::module_& module) {
  module.def("estimate_range", estimate_range_of, estimate_range_doc);
  module.def("check", check_arrays, check_doc);
  module.def("explain", explain_arrays, explain_doc);
}

}  // namespace csca::python
