// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csca/image.hpp>

#include "io/source.hpp"

namespace csca::io {

/// Netpbm's P1 to P6. Samples are widened to the full range of 8 bits (maxval up to 255) or 16 bits.
Image decode_pnm(const Source& source);

/// The same without widening, for files whose numbers mean something, such as disparities.
Image decode_pnm_counts(const Source& source);

}  // namespace csca::io
