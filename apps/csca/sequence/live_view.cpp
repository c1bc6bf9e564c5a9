// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence/live_view.hpp"

#include "modules.hpp"

#include <csca/error.hpp>

#include <cstdlib>

namespace csca::app {
namespace {

constexpr std::chrono::milliseconds between{100};  // pictures: drawing one takes time that matching could have

}  // namespace

bool has_display() {
  const char* display = std::getenv("DISPLAY");
  return display != nullptr && *display != '\0';
}

LiveView::LiveView() {
  const auto module = load_module<window::Library>({"window", "csca_window", "windows", "libx11-dev"});
  if (module.library == nullptr) throw Error(module.absence);
  window_ = module.library->open("csca");
  if (window_ == nullptr) {
    throw Error("there is no display for a window: set DISPLAY, or leave out --show and look at --preview DIR");
  }
}

bool LiveView::show(const Plane<float>& map, ColourRange colours) {
  const auto now = std::chrono::steady_clock::now();
  if (now - shown_ < between) return true;
  shown_ = now;
  return window_->show(to_image(preview(map, colours)));
}

}  // namespace csca::app
