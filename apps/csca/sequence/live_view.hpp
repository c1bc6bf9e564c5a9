// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "window/module.hpp"

#include <csca/picture.hpp>
#include <csca/plane.hpp>

#include <chrono>
#include <memory>
#include <optional>

namespace csca::app {

/// Whether there is a screen to show a window on.
bool has_display();

/// The latest map in colours, in a window.
class LiveView {
 public:
  /// Throws Error where there is no display, or csca was built without windows.
  LiveView();

  /// Shows the map, but no more often than eyes need. False once the user has closed the window.
  bool show(const Plane<float>& map, ColourRange colours);

 private:
  std::unique_ptr<window::Window> window_;
  std::chrono::steady_clock::time_point shown_ = {};
};

}  // namespace csca::app
