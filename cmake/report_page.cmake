# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# The page of HTML reports (web/report), bundled into one file and embedded in the tool.
option(CSCA_REPORT "Embed the page of HTML reports; needs node and npm, and the network once" ON)

set(csca_web_source ${PROJECT_SOURCE_DIR}/web/report)
set(csca_web_work ${PROJECT_BINARY_DIR}/web/report)

# Sets CSCA_WEB_MISSING to what is missing before anything is built, or to nothing.
function(csca_find_web_tools)
  set(CSCA_WEB_MISSING "" PARENT_SCOPE)
  find_program(CSCA_NODE NAMES node nodejs)
  find_program(CSCA_NPM npm)
  mark_as_advanced(CSCA_NODE CSCA_NPM)
  if(NOT CSCA_REPORT)
    set(CSCA_WEB_MISSING "CSCA_REPORT is off" PARENT_SCOPE)
  elseif(NOT CSCA_NODE OR NOT CSCA_NPM)
    set(CSCA_WEB_MISSING "node or npm is missing; install nodejs and npm and configure again" PARENT_SCOPE)
  endif()
endfunction()

# Installing and bundling are steps of the build: configuring stays quick, and what needs no page does not wait for it.
function(csca_bundle_page page)
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
                     COMMENT "Installing the packages of the report page" VERBATIM)
  file(GLOB sources CONFIGURE_DEPENDS ${csca_web_source}/src/*)
  add_custom_command(OUTPUT ${page}
                     COMMAND ${CMAKE_COMMAND} -DNODE=${CSCA_NODE} -DSOURCE=${csca_web_source} -DWORK=${csca_web_work}
                             -P ${PROJECT_SOURCE_DIR}/cmake/bundle_page.cmake
                     DEPENDS ${sources} ${csca_web_source}/build.mjs ${stamp} ${PROJECT_SOURCE_DIR}/cmake/bundle_page.cmake
                     COMMENT "Bundling the report page" VERBATIM)
endfunction()

# csca_report_page(name): a library that holds the page, or an empty one where it cannot be made. It is linked with nothing:
# else the page would be made only when csca itself is compiled.
function(csca_report_page name)
  set(page ${csca_web_work}/page.html)
  csca_find_web_tools()
  if(CSCA_WEB_MISSING)
    message(STATUS "No report page in this build: ${CSCA_WEB_MISSING}.")
    set(page ${csca_web_work}/none.html)
    file(WRITE ${page} "")
  else()
    csca_bundle_page(${page})
  endif()
  set(CSCA_WEB_MISSING "${CSCA_WEB_MISSING}" CACHE INTERNAL "Why there is no report page, for the tests")

  set(embedded ${csca_web_work}/page_bytes.cpp)
  add_custom_command(OUTPUT ${embedded}
                     COMMAND ${CMAKE_COMMAND} -DINPUT=${page} -DOUTPUT=${embedded}
                             -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
                     DEPENDS ${page} ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
                     COMMENT "Embedding the report page" VERBATIM)
  add_library(${name} STATIC ${embedded})
  csca_compile_options(${name})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/apps/csca)
endfunction()
