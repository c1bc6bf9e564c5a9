// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace csca {

/// Gives free memory back to the system. The C library keeps pieces of up to 32 MB for itself: after a large pair's
/// preparation, dozens of them.
inline void return_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace csca
