# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# `csca studio`: csca::httplib where cpp-httplib is. Debian's is a shared library, whose options are part of its ABI: only
# pkg-config knows them.
option(CSCA_STUDIO "Build csca studio, the page that shows matches in a browser; needs cpp-httplib, node and npm" ON)

set(CSCA_STUDIO_MISSING "" CACHE INTERNAL "Why there is no studio, for the tests")
if(NOT CSCA_STUDIO)
  set(CSCA_STUDIO_MISSING "CSCA_STUDIO is off" CACHE INTERNAL "")
else()
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(CSCA_HTTPLIB QUIET IMPORTED_TARGET GLOBAL cpp-httplib)
  endif()
  if(TARGET csca::httplib)
    # Included before, for the tool.
  elseif(CSCA_HTTPLIB_FOUND)
    find_package(Threads REQUIRED)
    add_library(csca::httplib INTERFACE IMPORTED GLOBAL)
    target_link_libraries(csca::httplib INTERFACE PkgConfig::CSCA_HTTPLIB Threads::Threads)
  else()
    set(CSCA_STUDIO_MISSING "cpp-httplib is missing; install libcpp-httplib-dev and pkg-config and configure again" CACHE INTERNAL "")
  endif()
endif()

set(CSCA_STUDIO_SOURCES "")
if(NOT CSCA_STUDIO_MISSING)
  set(CSCA_STUDIO_SOURCES studio/answers.cpp studio/coarse.cpp studio/describe.cpp studio/guard.cpp studio/jobs.cpp studio/matching.cpp
      studio/packet.cpp studio/pixel.cpp studio/scene.cpp studio/scenes.cpp studio/service.cpp)
endif()
