// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/match.hpp>

#include "match_call.hpp"
#include "module.hpp"
#include "options.hpp"
#include "result.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

namespace csca::python {
namespace {

py::object match_arrays(const py::args& images, const py::kwargs& given) {
  MatchCall call = take_match_call(images, given, "match");
  Result result;
  {
    const py::gil_scoped_release unlocked;
    result = csca::match(call.pair, call.options, call.hooks);
  }
  return to_python(std::move(result));
}

std::string match_doc() {
  std::string doc = R"(match(left, right, /, **options)
--

Matches a rectified pair: what is at (x, y) in the left image is at (x - d, y) in the right one, d is its disparity.
Both views are compared and speckles removed: what is not known is NaN. preset="dense" fills it, preset="bare" is the
method alone, which checks nothing.

left, right
    Arrays of uint8, uint16 or float32, of shape (y, x) or (y, x, channel): grey or RGB, alpha is ignored. PIL images,
    and names of files, too. Arrays are used where they lie if the samples of each row lie side by side, else copied.
    NaN and infinity are pixels without data.
order
    "rgb", or "bgr" for arrays from cv2.imread and cv2.VideoCapture. An array does not tell which it is: if it is BGR
    and order is not given, red and blue change places in silence, and the map gets worse: a sixth more wrong pixels on
    Middlebury's Cones, three times as many on Venus. PIL images and files are not meant by it: they are RGB.

Returns a csca.Result with disparity (float32, NaN where unknown), validity, confidence, right_disparity, range,
scales, weights, white and timings. Raises csca.Error, a ValueError, with a sentence on what is wrong; csca.NoMemory, a
MemoryError too, when there is not enough memory. Where the images look like no rectified pair, or the range like a
wrong one, a csca.PairWarning says so; csca.check tells more, check=False looks at nothing. Other Python threads run
meanwhile.

>>> import csca
>>> pair = csca.synth(width=160, height=120, levels=16)
>>> result = csca.match(pair.left, pair.right, first=0, levels=16, method="gf", subpixel="parabola")
>>> result.range, result.scales, len(result.weights)
(range(0, 16), 3, 3)
>>> csca.match(pair.left, pair.right, metod="gf")
Traceback (most recent call last):
    ...
csca.Error: there is no option 'metod', did you mean 'method'?

Besides the options of the table below there are

    preset="NAME"
        a named set of options, "default" unless given, which other keywords then change:
)";
  for (const Preset& preset : presets()) {
    if (!preset.is_condition()) doc += fmt::format("        {}: {}\n", preset.name, preset.help);
  }
  doc += R"(    aggregate=f
        a function f(guide, volume) that returns a volume of the same shape, instead of a method: run once a scale.
        guide is the scale's left image, float32 (y, x) or (y, x, 3), white at 1, 0 where unknown, read-only; volume
        is float32 (y, x, level) and f's to change. It sees all levels at once; with slab=n, n at a time, from
        several threads in turn. Where the left image has unknown pixels, one call more with two levels tells
        which share of a result they are; f treats them like the others.
    cost=g
        a function g(left, right, first, levels) that returns a volume, float32 (y, x, level), instead of a method's
        name: run once a scale. Images as above, but NaN where unknown. Cell [y, x, k] is the cost of left pixel
        (x, y) at disparity first + k; NaN: it has no cost, infinity: it never wins.
    left_mask, right_mask
        uint8 or bool (y, x): pixels that are 0 take no part
    progress=f
        a function f(done), called with a share from 0 to 1; when it returns False, csca.Cancelled is raised

>>> def rows(guide, volume):
...     return (volume[:, :-2] + volume[:, 1:-1] + volume[:, 2:]).repeat([2] + [1] * (volume.shape[1] - 4) + [2], axis=1)
>>> csca.match(pair.left, pair.right, first=0, levels=16, aggregate=rows).scales
3

The options, with the values of the preset "default" (lambda is a word of Python: the keyword is lambda_):
)";
  return doc + option_table();
}

constexpr const char* options_doc = R"(options(**options)
--

All options of csca.match by keyword, as a dictionary: the defaults, which are the preset "default", or what another
preset and keywords make of them.

>>> import csca
>>> csca.options()["right"], csca.options(preset="bare")["right"]
('diagonal', 'none')
>>> csca.options(scales=0)
Traceback (most recent call last):
    ...
csca.Error: scales is 0: allowed is a whole number from 1 to 16
)";

}  // namespace

void add_match(py::module_& module) {
  // Without names for the images: `right` is an option too.
  module.def("match", match_arrays, match_doc().c_str());
  module.def(
      "options",
      [](const py::kwargs& given) {
        py::dict keywords = given;
        return options_dict(take_options(keywords, "options"));
      },
      options_doc);
  // For stubs: keyword, types, whether None is one of them.
  module.def("_table", [] {
    py::list table;
    for (const Field& field : fields()) {
      table.append(py::make_tuple(keyword_of(field.name), python_types(field), field.optional));
    }
    return table;
  });
}

}  // namespace csca::python
