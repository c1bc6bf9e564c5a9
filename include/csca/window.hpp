// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#pragma GCC visibility push(default)
namespace csca {

/// Some pixels of an image: columns x to x + width - 1 of rows y to y + height - 1.
struct Window {
  int x = 0;
  int y = 0;
  int width = 0;
  int height = 0;

  int right() const { return x + width; }
  int bottom() const { return y + height; }
  bool operator==(const Window&) const = default;
};

}  // namespace csca
#pragma GCC visibility pop
