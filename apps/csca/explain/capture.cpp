// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "explain/capture.hpp"

namespace csca::app {

PatchCapture::PatchCapture(Candidates candidates, int width, int top, int bottom)
    : candidates_(candidates),
      width_(width),
      top_(top),
      bottom_(bottom),
      plain_(width, bottom - top + 1),
      across_(width, bottom - top + 1) {}

void PatchCapture::take(VolumeStage stage, int scale, Levels levels, int y, const float* row) {
  if (scale != 0 || stage == VolumeStage::raw || y < top_ || y > bottom_) return;
  Winner& winner = stage == VolumeStage::aggregated ? plain_ : across_;
  const bool split = candidates_.skip_zero && levels.first <= 0 && levels.last() >= 0;
  const auto add = [&](Levels competing) { winner.add(y - top_, {0, width_}, competing, levels, row); };
  if (!split) return add(levels);
  if (levels.first < 0) add({levels.first, -levels.first});
  if (levels.last() > 0) add({1, levels.last()});
}

}  // namespace csca::app
