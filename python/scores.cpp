// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/evaluate.hpp>
#include <csca/synth.hpp>

#include "arrays.hpp"
#include "module.hpp"

namespace csca::python {
namespace {

py::object evaluate_arrays(const py::object& disparity, const py::object& truth, const py::object& mask,
                           double threshold) {
  const Plane<float> map = plane_of(disparity, "disparity");
  const Plane<float> true_map = plane_of(truth, "truth");
  const Mask counts = mask_of(mask, "mask", 255);
  Score score;
  {
    const py::gil_scoped_release unlocked;
    score = evaluate(map, true_map, counts, threshold);
  }
  const double unknown = 100.0 * static_cast<double>(score.unknown) / static_cast<double>(score.pixels);
  return python_class("Score")(score.pixels, unknown, score.bad, score.average, score.rms, score.unknown);
}

py::object synth_arrays(const SynthOptions& options) {
  SynthPair pair;
  {
    const py::gil_scoped_release unlocked;
    pair = synthesize(options);
  }
  return python_class("Pair")(to_array(std::move(pair.left)), to_array(std::move(pair.right)),
                              to_array(std::move(pair.truth_left)), to_array(std::move(pair.visible_left)),
                              to_array(std::move(pair.truth_right)), to_array(std::move(pair.visible_right)));
}

constexpr const char* evaluate_doc = R"(evaluate(disparity, truth, mask=None, threshold=1.0)
--

Scores a map by the rules of Middlebury: % of pixels off by more than `threshold`, mean and root mean squared error.

disparity, truth
    float32 (y, x); NaN or infinite where unknown
mask
    uint8 (y, x), pixels that are 255 count, or bool; without one all count whose truth is known

Returns a csca.Score with pixels, unknown, bad, average, rms and unknown_pixels; unknown and bad are %. Its .wrong is the
share of pixels with a disparity whose disparity is off.

>>> import csca, numpy as np
>>> score = csca.evaluate(np.float32([[1, 2, np.nan, 5, 9]]), np.float32([[1, 4, 3, 5, np.nan]]))
>>> score
Score(pixels=4, unknown=25.0, bad=50.0, average=0.6666666666666666, rms=1.1547005383792515, unknown_pixels=1)
>>> round(score.wrong, 1)
33.3
)";

constexpr const char* synth_doc =
    R"(synth(width=640, height=480, first=0, levels=64, seed=1, slanted=True, curved=True, thin=True, textureless=True, repetitive=True, exposure=1.0, noise=0.0, colour=True, bits=8)
--

Renders a rectified pair with exact truth: a room with slanted, curved, thin, textureless and repetitive parts, each of
which can be switched off. The same seed gives the same pixels on every machine.

exposure is a factor on the right image's brightness, noise the standard deviation of Gaussian noise (white = 1), bits 8 or
16 a sample. Returns a csca.Pair with left, right, truth, visible, right_truth and right_visible.

>>> import csca
>>> pair = csca.synth(width=64, height=48, levels=8, bits=16, colour=False)
>>> pair.left.shape, pair.left.dtype, float(pair.truth.max()) <= 7
((48, 64), dtype('uint16'), True)
)";

}  // namespace

void add_scores(py::module_& module) {
  module.def("evaluate", evaluate_arrays, py::arg("disparity"), py::arg("truth"), py::arg("mask") = py::none(),
             py::arg("threshold") = 1.0, evaluate_doc);
  const SynthOptions defaults;
  module.def(
      "synth",
      [](int width, int height, int first, int levels, std::uint64_t seed, bool slanted, bool curved, bool thin,
         bool textureless, bool repetitive, double exposure, double noise, bool colour, int bits) {
        if (bits != 8 && bits != 16) throw Error("bits is " + std::to_string(bits) + ": allowed is 8 or 16");
        return synth_arrays({width, height, first, levels, seed, slanted, curved, thin, textureless, repetitive,
                             exposure, noise, colour, bits == 8 ? Sample::u8 : Sample::u16});
      },
      py::arg("width") = defaults.width, py::arg("height") = defaults.height, py::arg("first") = defaults.first,
      py::arg("levels") = defaults.levels, py::arg("seed") = defaults.seed, py::arg("slanted") = defaults.slanted,
      py::arg("curved") = defaults.curved, py::arg("thin") = defaults.thin,
      py::arg("textureless") = defaults.textureless, py::arg("repetitive") = defaults.repetitive,
      py::arg("exposure") = defaults.exposure, py::arg("noise") = defaults.noise, py::arg("colour") = defaults.colour,
      py::arg("bits") = 8, synth_doc);
}

}  // namespace csca::python
