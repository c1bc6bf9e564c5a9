// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Before a short loop over a constant number of vectors: they stay in registers only if the compiler writes it out
/// before it looks for what fits there.
#define CSCA_UNROLL _Pragma("GCC unroll 8")
