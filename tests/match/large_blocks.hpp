// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
inline constexpr bool counts_large_blocks = true;
#else
inline constexpr bool counts_large_blocks = false;
#endif

/// How many blocks of 16 kB and more the process has asked the C library for.
int large_blocks();
/// How many smaller ones.
int small_blocks();

}  // namespace csca
