// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include "io/source.hpp"

namespace csca::io {

/// A kind of image file, known by its first bytes.
struct Format {
  std::string_view magic;
  std::string_view name;
  Image (*decode)(const Source& source);
  Image (*decode_counts)(const Source& source);  ///< for integers that mean something, such as disparities
};

/// Throws when the file starts like none of them.
const Format& format_of(const Source& source);

}  // namespace csca::io
