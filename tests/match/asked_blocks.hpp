// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool counts_blocks = true;
#else
inline constexpr bool counts_blocks = false;
#endif

/// How many blocks the process has asked the C library for, by `new` or itself.
int asked_blocks();

}  // namespace csca
