// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include <memory>
#include <string>

// A window on the screen, by X11: a module that the tool loads for those who look at frames while they are matched.
// Nothing throws.
namespace csca::window {

class Window {
 public:
  virtual ~Window() = default;
  /// 8-bit RGB. One that is larger than the screen is shown smaller. False once the user has closed the window or
  /// pressed q or Escape in it; a display that goes away just shows nothing more.
  virtual bool show(const ImageView& picture) = 0;
};

struct Library {
  const char* csca_version;  ///< what the module was built with; others may have another layout
  /// Nothing where there is no display.
  std::unique_ptr<Window> (*open)(const std::string& title);
};

}  // namespace csca::window

extern "C" __attribute__((visibility("default"))) const csca::window::Library* csca_window();
