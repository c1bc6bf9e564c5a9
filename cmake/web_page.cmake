# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# Pages of web/, each bundled into one file and embedded in the tool.
option(CSCA_REPORT "Embed the page of HTML reports; needs node and npm, and the network once" ON)

set(csca_web_source ${PROJECT_SOURCE_DIR}/web)
set(csca_web_work ${PROJECT_BINARY_DIR}/web)

# Sets CSCA_WEB_MISSING to what is missing before anything is built, or to nothing.
function(csca_find_web_tools)
  set(missing "")
  find_program(CSCA_NODE NAMES node nodejs)
  find_program(CSCA_NPM npm)
  mark_as_advanced(CSCA_NODE CSCA_NPM)
  if(NOT CSCA_REPORT AND NOT CSCA_STUDIO)
    set(missing "CSCA_REPORT and CSCA_STUDIO are off")
  elseif(NOT CSCA_NODE OR NOT CSCA_NPM)
    set(missing "node or npm is missing; install nodejs and npm and configure again")
  endif()
  set(CSCA_WEB_MISSING "${missing}" CACHE INTERNAL "Why there are no web pages, for the tests")
endfunction()

# Installing and bundling are steps of the build: configuring stays quick, and what needs no page does not wait for it.
# All pages share the packages.
function(csca_install_web_packages)
  set(stamp ${csca_web_work}/installed)
  if(EXISTS ${stamp})
    file(SIZE ${stamp} noted)
    if(noted EQUAL 0)
      file(REMOVE ${stamp})  # npm failed the last time
    endif()
  endif()
  # With tests, the type checker and the browser's driver are installed too.
  set(omit "")
  if(NOT CSCA_BUILD_TESTS)
    set(omit --omit=dev)
  endif()
  add_custom_command(OUTPUT ${stamp}
                     COMMAND ${CMAKE_COMMAND} -DNODE=${CSCA_NODE} -DNPM=${CSCA_NPM} -DSOURCE=${csca_web_source}
                             -DWORK=${csca_web_work} -DOMIT=${omit}
                             -P ${PROJECT_SOURCE_DIR}/cmake/install_web_packages.cmake
                     DEPENDS ${csca_web_source}/package.json ${csca_web_source}/package-lock.json ${csca_web_source}/.npmrc
                             ${PROJECT_SOURCE_DIR}/cmake/install_web_packages.cmake
                     COMMENT "Installing the packages of the web pages" VERBATIM)
  add_custom_target(csca_web_packages DEPENDS ${stamp})
endfunction()

csca_find_web_tools()
if(NOT CSCA_WEB_MISSING)
  csca_install_web_packages()
endif()

# csca_web_page(library page wanted): a library that holds web/PAGE as `PAGE_page_bytes` of PAGE/page_bytes.hpp, or an
# empty one where it cannot be made. It is linked with nothing: else the page would be made only when csca itself is compiled.
function(csca_web_page library page wanted)
  set(work ${csca_web_work}/${page})
  set(bundle ${work}/page.html)
  set(missing "${CSCA_WEB_MISSING}")
  if(NOT wanted)
    set(missing "it is switched off")
  endif()
  if(missing)
    message(STATUS "No ${page} page in this build: ${missing}.")
    set(bundle ${work}/none.html)
    file(WRITE ${bundle} "")
  else()
    file(GLOB sources CONFIGURE_DEPENDS ${csca_web_source}/${page}/* ${csca_web_source}/shared/*)
    add_custom_command(OUTPUT ${bundle}
                       COMMAND ${CMAKE_COMMAND} -DNODE=${CSCA_NODE} -DSOURCE=${csca_web_source} -DWORK=${csca_web_work}
                               -DPAGE=${page} -P ${PROJECT_SOURCE_DIR}/cmake/bundle_page.cmake
                       DEPENDS ${sources} ${csca_web_source}/build.mjs ${csca_web_work}/installed csca_web_packages
                               ${PROJECT_SOURCE_DIR}/cmake/bundle_page.cmake
                       COMMENT "Bundling the ${page} page" VERBATIM)
  endif()

  set(embedded ${work}/page_bytes.cpp)
  add_custom_command(OUTPUT ${embedded}
                     COMMAND ${CMAKE_COMMAND} -DINPUT=${bundle} -DOUTPUT=${embedded} -DPAGE=${page}
                             -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
                     DEPENDS ${bundle} ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
                     COMMENT "Embedding the ${page} page" VERBATIM)
  add_library(${library} STATIC ${embedded})
  csca_compile_options(${library})
  target_include_directories(${library} PRIVATE ${PROJECT_SOURCE_DIR}/apps/csca)
endfunction()
