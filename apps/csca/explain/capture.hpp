// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/explain.hpp>
#include <csca/match.hpp>
#include <csca/select.hpp>

namespace csca::app {

/// The winners around some row before and after the blend: two small maps from one match.
class PatchCapture {
 public:
  PatchCapture(Candidates candidates, int width, int top, int bottom);

  void take(VolumeStage stage, int scale, Levels levels, int y, const float* row);

  int top() const { return top_; }
  /// Rows top to bottom of the whole width.
  Plane<float> plain() const { return plain_.disparity(); }
  Plane<float> across() const { return across_.disparity(); }

 private:
  Candidates candidates_;
  int width_;
  int top_;
  int bottom_;
  Winner plain_;
  Winner across_;
};

}  // namespace csca::app
