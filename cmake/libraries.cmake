# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# The number in the shared libraries' names (SONAME) and in the name of their Debian package: raise it with each release
# that breaks programs linked with the one before.
set(CSCA_ABI 0)

# csca_library(name): csca_NAME, a static library, to which folders add their sources and into which tests may look, and
# csca_NAME_shared, made of the same objects, which shows what include/ declares. csca::NAME is the one that
# BUILD_SHARED_LIBS asks for.
function(csca_library name)
  add_library(csca_${name} STATIC)
  if(name STREQUAL core)
    csca_compile_options(csca_${name} -O3)
  else()
    csca_compile_options(csca_${name} -O2)
  endif()
  csca_compile_together(csca_${name})
  # Within csca nobody replaces its functions by others of the same name: calls may be direct, and inlined.
  target_compile_options(csca_${name} PRIVATE -fno-semantic-interposition)
  set_target_properties(csca_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  add_library(csca_${name}_shared SHARED $<TARGET_OBJECTS:csca_${name}>)
  set_target_properties(csca_${name}_shared PROPERTIES EXPORT_NAME ${name} OUTPUT_NAME csca_${name} LINKER_LANGUAGE CXX
                        VERSION ${PROJECT_VERSION} SOVERSION ${CSCA_ABI} INSTALL_RPATH $ORIGIN BUILD_WITH_INSTALL_RPATH ON)
  target_compile_features(csca_${name}_shared INTERFACE cxx_std_20)
  target_link_options(csca_${name}_shared PRIVATE LINKER:--no-undefined)
  if(CSCA_SANITIZE)
    target_link_options(csca_${name}_shared PUBLIC -fsanitize=${CSCA_SANITIZE})
  endif()

  if(BUILD_SHARED_LIBS)
    add_library(csca::${name} ALIAS csca_${name}_shared)
  else()
    add_library(csca::${name} ALIAS csca_${name})
    if(NOT CSCA_BOTH_KINDS)
      set_target_properties(csca_${name}_shared PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
  endif()
endfunction()

# csca_link(name PUBLIC|PRIVATE libraries...): for both kinds of a library; csca's own are named without prefix.
function(csca_link name visibility)
  foreach(library ${ARGN})
    if(TARGET csca_${library}_shared)
      target_link_libraries(csca_${name} ${visibility} csca_${library})
      target_link_libraries(csca_${name}_shared ${visibility} csca_${library}_shared)
    else()
      target_link_libraries(csca_${name} ${visibility} ${library})
      target_link_libraries(csca_${name}_shared ${visibility} ${library})
    endif()
  endforeach()
endfunction()
