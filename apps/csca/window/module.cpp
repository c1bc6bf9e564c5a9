// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "window/module.hpp"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace csca::window {
namespace {

constexpr int depth = 24;  // bits of a pixel that any screen of today has

class XWindow final : public Window {
 public:
  bool open(const std::string& title) {
    display_ = XOpenDisplay(nullptr);
    XVisualInfo visual;
    if (display_ == nullptr || XMatchVisualInfo(display_, DefaultScreen(display_), depth, TrueColor, &visual) == 0) {
      return false;
    }
    // A display that goes away ends the window; Xlib would print a sentence and end the program.
    XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
    XSetIOErrorHandler([](Display*) { return 0; });
    XSetIOErrorExitHandler(
        display_, [](Display*, void* window) { static_cast<XWindow*>(window)->gone_ = true; }, this);
    visual_ = visual.visual;
    const Window_ root = DefaultRootWindow(display_);
    XSetWindowAttributes attributes{};
    attributes.colormap = XCreateColormap(display_, root, visual_, AllocNone);
    attributes.event_mask = KeyPressMask | ExposureMask;
    window_ = XCreateWindow(display_, root, 0, 0, 1, 1, 0, depth, InputOutput, visual_,
                            CWColormap | CWEventMask | CWBackPixel | CWBorderPixel, &attributes);
    XStoreName(display_, window_, title.c_str());
    closing_ = XInternAtom(display_, "WM_DELETE_WINDOW", False);
    XSetWMProtocols(display_, window_, &closing_, 1);
    graphics_ = XCreateGC(display_, window_, 0, nullptr);
    return true;
  }
  ~XWindow() override {
    if (display_ == nullptr || gone_) return;
    if (graphics_ != nullptr) XFreeGC(display_, graphics_);
    XCloseDisplay(display_);
  }
  XWindow() = default;
  XWindow(const XWindow&) = delete;
  XWindow& operator=(const XWindow&) = delete;

  bool show(const ImageView& picture) override {
    if (gone_) return true;
    paint(picture);
    put();
    while (!gone_ && XPending(display_) > 0) {
      XEvent event;
      XNextEvent(display_, &event);
      if (ends(event)) return false;
      if (event.type == Expose) put();
    }
    return true;
  }

 private:
  using Window_ = ::Window;

  void paint(const ImageView& picture) {
    const int screen = DefaultScreen(display_);
    const int most_width = std::max(1, DisplayWidth(display_, screen));
    const int most_height = std::max(1, DisplayHeight(display_, screen));
    const int step = std::max({1, (picture.width + most_width - 1) / most_width,  //
                               (picture.height + most_height - 1) / most_height});
    const int width = std::max(1, picture.width / step);
    const int height = std::max(1, picture.height / step);
    if (width != width_ || height != height_) resize(width, height);
    for (int y = 0; y < height; ++y) {
      const auto* row = static_cast<const std::uint8_t*>(picture.data) + y * step * picture.row_bytes;
      for (int x = 0; x < width; ++x) {
        const std::uint8_t* rgb = row + static_cast<std::ptrdiff_t>(3) * step * x;
        pixels_[static_cast<std::size_t>(y) * width + x] = std::uint32_t{rgb[0]} << 16U | rgb[1] << 8U | rgb[2];
      }
    }
  }

  void resize(int width, int height) {
    width_ = width;
    height_ = height;
    pixels_.resize(static_cast<std::size_t>(width) * height);
    XSizeHints hints{};
    hints.flags = PMinSize | PMaxSize;
    hints.min_width = hints.max_width = width;
    hints.min_height = hints.max_height = height;
    XSetWMNormalHints(display_, window_, &hints);
    XResizeWindow(display_, window_, static_cast<unsigned>(width), static_cast<unsigned>(height));
    XMapRaised(display_, window_);
  }

  void put() {
    if (gone_) return;
    XImage* image = XCreateImage(display_, visual_, depth, ZPixmap, 0, reinterpret_cast<char*>(pixels_.data()),
                                 static_cast<unsigned>(width_), static_cast<unsigned>(height_), 32, 0);
    if (image == nullptr) return;
    XPutImage(display_, window_, graphics_, image, 0, 0, 0, 0, static_cast<unsigned>(width_),
              static_cast<unsigned>(height_));
    image->data = nullptr;  // ours
    XDestroyImage(image);
    XFlush(display_);
  }

  bool ends(XEvent& event) const {
    if (event.type == ClientMessage) return static_cast<Atom>(event.xclient.data.l[0]) == closing_;
    if (event.type != KeyPress) return false;
    const KeySym key = XLookupKeysym(&event.xkey, 0);
    return key == XK_q || key == XK_Escape;
  }

  Display* display_ = nullptr;
  Visual* visual_ = nullptr;
  Window_ window_ = 0;
  Atom closing_ = 0;
  GC graphics_ = nullptr;
  int width_ = 0;
  int height_ = 0;
  std::vector<std::uint32_t> pixels_;
  bool gone_ = false;
};

constexpr Library library = {CSCA_VERSION, [](const std::string& title) -> std::unique_ptr<Window> {
                               auto window = std::make_unique<XWindow>();
                               return window->open(title) ? std::move(window) : nullptr;
                             }};

}  // namespace
}  // namespace csca::window

const csca::window::Library* csca_window() { return &csca::window::library; }
