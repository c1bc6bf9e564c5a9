// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/cost.hpp>
#include <csca/error.hpp>
#include <csca/match.hpp>
#include <csca/refine.hpp>
#include <csca/scale.hpp>
#include <csca/select.hpp>

#include "arrays.hpp"
#include "images.hpp"
#include "module.hpp"
#include "options.hpp"
#include "user_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

// The steps of the pipeline, each by itself.
namespace csca::python {
namespace {

using Maps = PooledVector<FloatImage>;

double white_for(const Options& options, const ImageView& left, const ImageView& right) {
  return options.input.white ? *options.input.white : white_of(left, right);
}

// ---- pyramid ----

const Names pyramid_options = {"scales", "white", "threads"};

py::list pyramid_arrays(const py::object& image, const py::kwargs& given) {
  py::dict keywords = given;
  const HeldImage held = image_of(image, "image", take_order(keywords));
  const ImageView& view = held;
  const Options options = take_options(keywords, "pyramid", pyramid_options);
  Maps scales;
  {
    const py::gil_scoped_release unlocked;
    const int threads = options.run.threads;
    scales = pyramid(to_float(view, white_for(options, view, view), false, threads), options.scale.scales, threads);
  }
  py::list result;
  for (const FloatImage& scale : scales) result.append(to_array(scale, true));
  return result;
}

// ---- cost_volume ----

const Names cost_options = {"first", "levels", "white", "Matching cost", "threads"};

py::array cost_volume_array(const py::args& images, const py::kwargs& given) {
  const auto [left, right] = two_images(images, "cost_volume");
  py::dict keywords = given;
  const Order order = take_order(keywords);
  const HeldImage left_held = image_of(left, "left", order);
  const HeldImage right_held = image_of(right, "right", order);
  const ImageView& left_view = left_held;
  const ImageView& right_view = right_held;
  const Options options = take_options(keywords, "cost_volume", cost_options);
  if (!options.range.levels) throw Error("cost_volume needs the number of disparities: give levels");
  Volume volume;
  {
    const py::gil_scoped_release unlocked;
    const Levels range = resolve_range(left_view, right_view, options);
    const double white = white_for(options, left_view, right_view);
    const bool grey = (left_view.channels >= 3) != (right_view.channels >= 3);
    const FloatImage left_image = to_float(left_view, white, grey, options.run.threads);
    const FloatImage right_image = to_float(right_view, white, grey, options.run.threads);
    volume = cost_volume(options.cost, left_image, right_image, range, options.run.threads);
  }
  return to_array(std::move(volume));
}

// ---- aggregate ----

const Names aggregate_options = {"first", "white", "Aggregation", "Cross-scale", "threads", "slab"};

/// A pyramid of costs: the volume as it lies in its array, and smaller ones made of it.
CostFactory pyramid_of_costs(const std::shared_ptr<const VolumeView>& volume, Levels range, int scales, int threads) {
  std::vector<std::shared_ptr<const Volume>> coarse;
  for (int s = 1; s < scales; ++s) {
    const auto row_at = [&](int y, float* scratch) {
      volume->row(y, scratch);
      return scratch;
    };
    coarse.push_back(
        std::make_shared<const Volume>(s == 1 ? downsample(volume->width(), volume->height(), range, row_at, threads)
                                              : downsample(*coarse.back(), threads)));
  }
  return [volume, range, coarse](int scale, const FloatImage& guide, const FloatImage&, Levels levels) {
    if (scale == 0) return array_cost(volume, range.first);
    return make_volume_cost(coarse[static_cast<std::size_t>(scale) - 1], guide.width(), guide.height(), levels);
  };
}

py::array aggregate_array(const py::object& volume, const py::object& guide, const py::kwargs& given) {
  py::dict keywords = given;
  const auto shared = std::make_shared<const VolumeView>(volume, "volume");
  const VolumeView& costs = *shared;
  const HeldImage held = image_of(guide, "guide", take_order(keywords));
  const ImageView& guide_view = held;
  if (guide_view.width != costs.width() || guide_view.height != costs.height()) {
    throw Error(fmt::format("guide has {} x {} pixels but volume {} x {}: give the image that the costs belong to",
                            guide_view.width, guide_view.height, costs.width(), costs.height()));
  }
  py::object method = py::none();
  if (keywords.contains("method") && PyCallable_Check(py::object(keywords["method"]).ptr()) != 0) {
    method = take(keywords, "method");
  }
  if (!keywords.contains("scales")) keywords["scales"] = 1;
  Options options = take_options(keywords, "aggregate", aggregate_options);
  const Levels range{options.range.first.value_or(0), costs.levels()};
  options.range.first = range.first;
  options.range.levels = range.count;
  options.select.subpixel = Subpixel::none;  // for which slabs would overlap
  validate(options);

  // The pipeline itself, with these costs, is watched at the place where its result passes.
  Hooks hooks;
  if (!method.is_none()) {
    hooks.aggregate = own_aggregation(method);
    hooks.all_levels = true;
  }
  hooks.progress = progress_hook(py::none());
  Volume result;
  {
    const py::gil_scoped_release unlocked;
    result = Volume(costs.width(), costs.height(), range);
    hooks.cost = pyramid_of_costs(shared, range, resolve_scales(guide_view, range, options), options.run.threads);
    hooks.observe = [&](VolumeStage stage, int /*scale*/, Levels levels, int y, const float* row) {
      if (stage != VolumeStage::combined) return;
      const int stride = Volume::stride_for(levels.count);
      for (int x = 0; x < result.width(); ++x, row += stride) {
        std::copy_n(row, levels.count, result.pixel(x, y) + (levels.first - range.first));
      }
    };
    csca::match(guide_view, guide_view, options, hooks);
  }
  return to_array(std::move(result));
}

// ---- cross_scale ----

const Names cross_scale_options = {"first", "lambda", "level_map", "space_map", "method"};

py::array cross_scale_array(const py::object& volumes, const py::kwargs& given) {
  py::dict keywords = given;
  if (!py::isinstance<py::sequence>(volumes) || py::isinstance<py::array>(volumes)) {
    throw Error("volumes is no list: give one volume for each scale, finest first");
  }
  std::vector<VolumeView> views;
  for (const py::handle volume : py::reinterpret_borrow<py::sequence>(volumes)) {
    views.emplace_back(py::reinterpret_borrow<py::object>(volume), fmt::format("volumes[{}]", views.size()));
  }
  if (views.empty()) throw Error("volumes is empty: give one volume for each scale, finest first");
  const Options options = take_options(keywords, "cross_scale", cross_scale_options);
  Volume result;
  {
    const py::gil_scoped_release unlocked;
    std::vector<Volume> scales;
    int first = options.range.first.value_or(0);
    for (const VolumeView& view : views) {
      Volume& scale = scales.emplace_back(view.width(), view.height(), Levels{first, view.levels()});
      for (int y = 0; y < view.height(); ++y) view.finite_row(y, scale.row(y));
      first = coarser(scale.levels()).first;
    }
    const auto weights = scale_weights(static_cast<int>(scales.size()), resolve_lambda(options));
    result = combine(std::move(scales), weights, options.scale.level_map, options.scale.space_map);
  }
  return to_array(std::move(result));
}

// ---- select ----

const Names select_options = {"first", "subpixel"};

py::array select_array(const py::object& volume, const py::kwargs& given) {
  py::dict keywords = given;
  const VolumeView costs(volume, "volume");
  const Options options = take_options(keywords, "select", select_options);
  Plane<float> disparity;
  {
    const py::gil_scoped_release unlocked;
    const Levels levels{options.range.first.value_or(0), costs.levels()};
    const Subpixel subpixel = options.select.subpixel;
    Winner winner(costs.width(), costs.height(), {.neighbours = subpixel != Subpixel::none});
    const Slab slab{costs.width(), costs.height(), levels};
    AlignedVector<float> row(slab.row_size(), 0.0F);
    for (int y = 0; y < costs.height(); ++y) {
      costs.copy(y, 0, costs.width(), 0, levels.count, slab.stride(), row.data());
      winner.add(y, {0, costs.width()}, levels, levels, row.data());
    }
    disparity = winner.disparity(subpixel);
  }
  return to_array(std::move(disparity));
}

// ---- refine ----

const Names refine_options = {"first", "levels", "white", "Refinement", "threads"};

/// The disparities that a map holds, where the options do not tell.
Levels range_of(const Plane<float>& disparity, const RangeOptions& asked) {
  float low = std::numeric_limits<float>::max();
  float high = std::numeric_limits<float>::lowest();
  for (const float d : disparity) {
    if (std::isfinite(d)) {
      low = std::min(low, d);
      high = std::max(high, d);
    }
  }
  constexpr float most = 32768;
  if (low > high) low = high = 0;
  if (std::abs(low) > most || std::abs(high) > most) {
    throw Error(fmt::format("disparity goes from {} to {}: allowed is -32768 to 32768", low, high));
  }
  const int first = asked.first.value_or(static_cast<int>(std::floor(low)));
  return {first, asked.levels.value_or(std::max(1, static_cast<int>(std::ceil(high)) - first + 1))};
}

py::tuple refine_arrays(const py::object& disparity, const py::object& guide, const py::object& validity,
                        const py::kwargs& given) {
  py::dict keywords = given;
  Plane<float> map = plane_of(disparity, "disparity");
  const HeldImage held = image_of(guide, "guide", take_order(keywords));
  const ImageView& view = held;
  ValidityMap flags = mask_of(validity, "validity", 1);
  const Options options = take_options(keywords, "refine", refine_options);
  if (view.width != map.width() || view.height != map.height()) {
    throw Error(fmt::format("guide has {} x {} pixels but disparity {} x {}: give the image that the map belongs to",
                            view.width, view.height, map.width(), map.height()));
  }
  if (flags.empty()) flags = ValidityMap(map.width(), map.height());
  {
    const py::gil_scoped_release unlocked;
    for (float& d : map) d = std::isfinite(d) ? d : std::numeric_limits<float>::quiet_NaN();
    const FloatImage image = to_float(view, white_for(options, view, view), false, options.run.threads);
    refine({map, flags, image, range_of(map, options.range), options.run.threads}, options.refine);
  }
  return py::make_tuple(to_array(std::move(map)), to_array(std::move(flags)));
}

// ---- docstrings ----

constexpr const char* pyramid_doc = R"(pyramid(image, **options)
--

The image and its halved versions, finest first, as float32 with white at 1 and NaN for pixels without data. Pixel (x, y)
of one lies on pixel (2x, 2y) of the one before.

>>> import csca
>>> left = csca.synth(width=100, height=75, levels=8).left
>>> [scale.shape for scale in csca.pyramid(left, scales=3)]
[(75, 100, 3), (38, 50, 3), (19, 25, 3)]

Options:
)";

constexpr const char* cost_volume_doc = R"(cost_volume(left, right, /, *, levels, **options)
--

Matching costs of one scale, float32 (y, x, level): [y, x, k] compares left pixel (x, y) with right pixel
(x - (first + k), y), the lower the better. Levels are contiguous; pixels lie whole SIMD vectors apart.

>>> import csca
>>> pair = csca.synth(width=100, height=75, levels=8)
>>> csca.cost_volume(pair.left, pair.right, first=-2, levels=12, cost="cen").shape
(75, 100, 12)

Options:
)";

constexpr const char* aggregate_doc = R"(aggregate(volume, guide, **options)
--

Aggregates costs, steered by an image; with scales > 1 across that many scales, which is what makes a volume from a
network, or from any other program, gain by the framework. Coarser costs and guides are made from those given.

volume
    float32 (y, x, level) in any order in memory: a network's (level, y, x) can be given as np.moveaxis(costs, 0, 2).
    It is not copied. All costs have to be finite.
guide
    the left image

Returns a volume of the same shape. `method` may also be a function f(guide, volume), as in csca.match.

>>> import csca
>>> pair = csca.synth(width=100, height=75, levels=8)
>>> costs = csca.cost_volume(pair.left, pair.right, levels=8)
>>> plain = csca.aggregate(costs, pair.left, method="gf")
>>> across = csca.aggregate(costs, pair.left, method="gf", scales=5)
>>> truth = csca.evaluate(csca.select(costs), pair.truth, pair.visible)
>>> csca.evaluate(csca.select(across), pair.truth, pair.visible).bad < truth.bad
True

Options, of which scales is 1 here unless given:
)";

constexpr const char* cross_scale_doc = R"(cross_scale(volumes, **options)
--

Blends aggregated volumes, finest first, into one of the finest one's shape (paper Eq. 14). Each has half the pixels of
the one before, rounded up, and the disparities floor(first / 2) to ceil(last / 2).

>>> import csca
>>> pair = csca.synth(width=100, height=75, levels=8)
>>> lefts, rights = (csca.pyramid(image, scales=2) for image in (pair.left, pair.right))
>>> fine = csca.aggregate(csca.cost_volume(lefts[0], rights[0], levels=8), lefts[0])
>>> coarse = csca.aggregate(csca.cost_volume(lefts[1], rights[1], levels=5), lefts[1])
>>> csca.cross_scale([fine, coarse], lambda_=1).shape
(75, 100, 8)

Options (lambda_ None is what suits `method`):
)";

constexpr const char* select_doc = R"(select(volume, **options)
--

The disparity with the lowest cost of each pixel, float32 (y, x); the lower one of two. NaN never wins.

>>> import csca, numpy as np
>>> costs = np.float32([[[3, 1, 2], [5, 5, np.nan]]])
>>> csca.select(costs, first=10, subpixel="none")
array([[11., 10.]], dtype=float32)
>>> csca.select(costs, first=10).round(2)
array([[11.17, 10.  ]], dtype=float32)

Options:
)";

constexpr const char* refine_doc = R"(refine(disparity, guide, validity=None, **options)
--

Runs refinement steps over a map, steered by the left image. Returns a new map and its validity, in which pixels that got
a value from neighbours are flagged csca.Validity.FILLED.

>>> import csca, numpy as np
>>> pair = csca.synth(width=100, height=75, levels=8)
>>> holes = np.where(pair.visible == 255, pair.truth, np.float32(np.nan))
>>> filled, validity = csca.refine(holes, pair.left, refine="wm,median", fill="all")
>>> bool(np.isnan(holes).any()), bool(np.isnan(filled).any())
(True, False)

Options (first and levels None are those of the map):
)";

/// A step's names: as Python knows it, and the options that it takes.
struct Step {
  const char* name;
  const char* doc;
  Names options;
};

constexpr const char* preset_doc = R"(
A preset="NAME" is read as in csca.match, as far as it is about these; "bare", the method alone, unless given. Images are
given as to csca.match, with order="bgr" where they are.
)";

}  // namespace

void add_steps(py::module_& module) {
  py::dict keywords;  // by function, for stubs
  const auto add = [&](const Step& step, auto function, const auto&... arguments) {
    module.def(step.name, function, arguments..., (step.doc + option_table(step.options) + preset_doc).c_str());
    keywords[step.name] = keywords_of(step.options);
  };
  add({"pyramid", pyramid_doc, pyramid_options}, pyramid_arrays, py::arg("image"));
  add({"cost_volume", cost_volume_doc, cost_options}, cost_volume_array);
  add({"aggregate", aggregate_doc, aggregate_options}, aggregate_array, py::arg("volume"), py::arg("guide"));
  add({"cross_scale", cross_scale_doc, cross_scale_options}, cross_scale_array, py::arg("volumes"));
  add({"select", select_doc, select_options}, select_array, py::arg("volume"));
  add({"refine", refine_doc, refine_options}, refine_arrays, py::arg("disparity"), py::arg("guide"),
      py::arg("validity") = py::none());
  module.attr("_keywords") = keywords;
}

}  // namespace csca::python
