// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace csca {

/// Sanitizers keep memory for themselves, map terabytes of addresses, and want to be loaded first.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif

/// The thread sanitizer looks at each access to memory, an emulator at each instruction: kernels take up to a hundred
/// times as long.
#if defined(__SANITIZE_THREAD__) || defined(CSCA_EMULATED)
inline constexpr bool slow = true;
#else
inline constexpr bool slow = false;
#endif

/// All of what a long loop tries; where it is slow one of eleven, which is no multiple of how many methods,
/// costs or interpolations there are, so that all of these occur.
class Some {
 public:
  bool leaves_out() { return slow && count_++ % 11 != 0; }

 private:
  int count_ = 0;
};

}  // namespace csca
