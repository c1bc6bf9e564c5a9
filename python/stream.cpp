// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <csca/error.hpp>
#include <csca/stream.hpp>

#include "match_call.hpp"
#include "module.hpp"
#include "result.hpp"

#include <fmt/format.h>

#include <memory>
#include <mutex>
#include <string>

namespace csca::python {
namespace {

/// Python may call from several threads: frames then come one after the other.
struct LockedStream {
  Stream stream;
  std::mutex mutex;
};

py::object match_frame(LockedStream& self, const py::args& images, const py::kwargs& given) {
  py::dict keywords = given;
  const MatchCall call = take_frame(images, keywords, "Stream.match");
  for (const auto& [name, value] : keywords) {
    throw Error(fmt::format("Stream.match takes no '{}': give options to csca.Stream", std::string(py::str(name))));
  }
  Result result;
  {
    const py::gil_scoped_release unlocked;
    const std::scoped_lock lock(self.mutex);
    result = self.stream.match(call.pair, call.hooks);
  }
  return to_python(std::move(result));
}

constexpr const char* stream_doc = R"(Stream(**options)
--

Matches frame after frame of one size, from a video or a camera, with the options of csca.match. The first frame
settles the range where first and levels are not given, and is checked for what is wrong with the pair; those that
follow are matched alike. Memory of a frame serves the next one.

>>> import csca
>>> stream = csca.Stream(preset="fast")
>>> frames = [csca.synth(width=160, height=120, levels=16, seed=1 + i) for i in range(3)]
>>> maps = [stream.match(frame.left, frame.right).disparity for frame in frames]
>>> len(maps), maps[2].shape
(3, (120, 160))
>>> stream.match(frames[0].left[:100], frames[0].right[:100])
Traceback (most recent call last):
    ...
csca.Error: the frame is 160 x 100 pixels but the stream began with 160 x 120: all frames of a stream have one size
)";

constexpr const char* frame_doc = R"(match(left, right, /, *, order, left_mask, right_mask, progress, aggregate, cost)
--

The next frame, as csca.match takes a pair; returns a csca.Result. A frame that failed or was cancelled leaves the stream
ready for others.
)";

}  // namespace

void add_stream(py::module_& module) {
  py::class_<LockedStream>(module, "Stream", stream_doc)
      .def(py::init([](const py::kwargs& given) {
        py::dict keywords = given;
        return std::make_unique<LockedStream>(Stream(take_options(keywords, "Stream")));
      }))
      .def("match", match_frame, frame_doc);
}

}  // namespace csca::python
