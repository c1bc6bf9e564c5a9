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

/// How many of them it has not given back.
int held_blocks();

/// From now on the `number`-th block that is asked for is refused; 0 refuses none.
void refuse_block(int number);

/// Whether it was asked for.
bool block_was_refused();

}  // namespace csca
