// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include "io/source.hpp"

namespace csca::io {

/// Grey or RGB; CMYK becomes RGB. A file that lost data is an error, where libjpeg would fill in grey.
Image decode_jpeg(const Source& source);

}  // namespace csca::io
