# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# csca::cairo where Cairo is, with surfaces for SVG and PDF. Installed beside csca's own package file, which includes it.
find_package(PkgConfig QUIET)
if(PKG_CONFIG_FOUND AND NOT TARGET csca::cairo)
  pkg_check_modules(CSCA_CAIRO QUIET IMPORTED_TARGET GLOBAL cairo>=1.16 cairo-svg cairo-pdf)
  if(CSCA_CAIRO_FOUND)
    add_library(csca::cairo INTERFACE IMPORTED GLOBAL)
    target_link_libraries(csca::cairo INTERFACE PkgConfig::CSCA_CAIRO)
  endif()
endif()
