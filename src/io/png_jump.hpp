// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <png.h>

#include <csetjmp>
#include <cstdio>

namespace csca::io {

/// Where libpng's error text goes.
struct PngText {
  char text[128] = "";
};

inline void png_on_error(png_structp png, png_const_charp text) {
  auto& to = *static_cast<PngText*>(png_get_error_ptr(png));
  std::snprintf(to.text, sizeof to.text, "%s", text);
  png_longjmp(png, 1);
}

inline void png_on_warning(png_structp, png_const_charp) {}  // libpng would print

/// Runs a step of libpng's and says whether it went through. libpng leaves a failed step by longjmp, which runs no
/// destructors: a step must not hold an object that needs one; all owners live in the callers of this function.
template <class Step>
bool png_try(png_structp png, Step step) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(cert-err52-cpp): the only way that libpng offers
  step();
  return true;
}

}  // namespace csca::io
