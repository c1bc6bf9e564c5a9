# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# Toolchain file: 64-bit ARM from another machine, with Debian's cross compiler and arm64 packages beside the native ones
# (scripts/setup arm). Tests run under qemu where it is installed.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)
find_program(CSCA_QEMU NAMES qemu-aarch64 qemu-aarch64-static)
if(CSCA_QEMU)
  set(CMAKE_CROSSCOMPILING_EMULATOR ${CSCA_QEMU})
endif()
