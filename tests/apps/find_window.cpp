// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/keysym.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <set>
#include <string>
#include <thread>

namespace {

/// How many colours the window of that name shows; 0: there is none yet.
std::size_t colours_of(Display* display, const std::string& name, Window& found) {
  Window root = 0;
  Window parent = 0;
  Window* children = nullptr;
  unsigned count = 0;
  std::set<unsigned long> colours;
  XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count);
  for (unsigned i = 0; i < count; ++i) {
    char* title = nullptr;
    XWindowAttributes size{};
    const bool named = XFetchName(display, children[i], &title) != 0 && name == title;
    XFree(title);
    if (!named) continue;
    if (XGetWindowAttributes(display, children[i], &size) == 0 || size.map_state != IsViewable) continue;
    found = children[i];
    XImage* image = XGetImage(display, found, 0, 0, static_cast<unsigned>(size.width),
                              static_cast<unsigned>(size.height), AllPlanes, ZPixmap);
    for (int y = 0; image != nullptr && y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) colours.insert(XGetPixel(image, x, y));
    }
    if (image != nullptr) XDestroyImage(image);
  }
  XFree(children);
  return colours.size();
}

}  // namespace

/// find_window NAME [KEY]: waits until the window of that name shows a picture in colours, and presses a key in it.
int main(int argc, char** argv) {
  Display* display = XOpenDisplay(nullptr);
  if (display == nullptr || argc < 2) return 1;
  XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });  // windows come and go
  Window window = 0;
  std::size_t colours = 0;
  for (int tries = 0; tries < 2000 && colours < 30; ++tries) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    colours = std::max(colours, colours_of(display, argv[1], window));
  }
  if (colours < 30) {
    std::fprintf(stderr, "find_window: %s shows %zu colours\n", window == 0 ? "no window" : argv[1], colours);
    return 1;
  }
  if (argc > 2) {
    XEvent event{};
    event.xkey.type = KeyPress;
    event.xkey.window = window;
    event.xkey.root = DefaultRootWindow(display);
    event.xkey.same_screen = True;
    event.xkey.keycode = XKeysymToKeycode(display, XStringToKeysym(argv[2]));
    XSendEvent(display, window, True, KeyPressMask, &event);
    XSync(display, False);
  }
  XCloseDisplay(display);
  return 0;
}
