# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# What makes a mistake in memory harder to abuse, and a build the same in every folder. scripts/check-hardening looks
# whether files that were built have it; docs/reliability.md says what it costs.
option(CSCA_HARDEN "Protect stacks, calls and relocations" ON)

include(CheckCXXCompilerFlag)
include(CheckPIESupported)
check_pie_supported()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# No path of this machine gets into a file: neither by __FILE__ nor as a place where libraries are looked for.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

if(CSCA_HARDEN AND NOT CSCA_SANITIZE)
  foreach(flag stack-protector-strong stack-clash-protection cf-protection)
    string(MAKE_C_IDENTIFIER CSCA_HAS_${flag} known)
    check_cxx_compiler_flag(-f${flag} ${known})  # cf-protection is for x86 alone
    if(${known})
      add_compile_options(-f${flag})
    endif()
  endforeach()
  # The library's checks of sizes, which take an optimising compiler.
  add_compile_options($<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
  add_link_options(LINKER:-z,relro LINKER:-z,now LINKER:-z,noexecstack)
endif()
