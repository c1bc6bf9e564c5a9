# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# The page of HTML reports (web/report), bundled into one file and embedded in the tool.
option(CSCA_REPORT "Embed the page of HTML reports; needs node and npm, and the network once" ON)

set(csca_web_source ${PROJECT_SOURCE_DIR}/web/report)
set(csca_web_work ${PROJECT_BINARY_DIR}/web/report)

# Installs the bundler, and with tests the type checker and the browser's driver too, in the build folder.
# Sets CSCA_WEB_MISSING to what is missing, or to nothing.
function(csca_install_web_packages)
  set(CSCA_WEB_MISSING "" PARENT_SCOPE)
  find_program(CSCA_NODE NAMES node nodejs)
  find_program(CSCA_NPM npm)
  mark_as_advanced(CSCA_NODE CSCA_NPM)
  if(NOT CSCA_NODE OR NOT CSCA_NPM)
    set(CSCA_WEB_MISSING "node or npm is missing; install nodejs and npm and configure again" PARENT_SCOPE)
    return()
  endif()

  set(lock ${csca_web_source}/package-lock.json)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${lock})
  file(SHA256 ${lock} wanted)
  set(omit "")
  if(NOT CSCA_BUILD_TESTS)
    set(omit --omit=dev)
    string(APPEND wanted " ${omit}")
  endif()
  set(stamp ${csca_web_work}/installed)
  if(EXISTS ${stamp})
    file(READ ${stamp} installed)
    if(installed STREQUAL wanted)
      return()
    endif()
  endif()

  message(STATUS "Report page: npm ci")
  file(COPY ${csca_web_source}/package.json ${lock} ${csca_web_source}/.npmrc DESTINATION ${csca_web_work})
  # Few retries: without a network the build should go on soon.
  execute_process(COMMAND ${CSCA_NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1
                          --fetch-retry-mintimeout=1000 --fetch-timeout=60000 ${omit}
                  WORKING_DIRECTORY ${csca_web_work} TIMEOUT 300
                  OUTPUT_FILE ${csca_web_work}/npm.log ERROR_FILE ${csca_web_work}/npm.log RESULT_VARIABLE failed)
  if(NOT failed)
    execute_process(COMMAND ${CSCA_NODE} ${csca_web_source}/build.mjs --check ${csca_web_work}/node_modules
                    OUTPUT_FILE ${csca_web_work}/npm.log ERROR_FILE ${csca_web_work}/npm.log RESULT_VARIABLE failed)
  endif()
  if(failed)
    set(CSCA_WEB_MISSING "npm could not install the packages of web/report (no network?), see ${csca_web_work}/npm.log"
        PARENT_SCOPE)
    return()
  endif()
  file(WRITE ${stamp} "${wanted}")
endfunction()

# csca_report_page(target): adds the page to the target's sources, or an empty one where it cannot be made.
function(csca_report_page target)
  set(page ${csca_web_work}/page.html)
  set(CSCA_WEB_MISSING "CSCA_REPORT is off")
  if(CSCA_REPORT)
    csca_install_web_packages()
  endif()
  if(CSCA_WEB_MISSING)
    message(STATUS "No report page in this build: ${CSCA_WEB_MISSING}.")
    set(page ${csca_web_work}/none.html)
    file(WRITE ${page} "")
  else()
    file(GLOB sources CONFIGURE_DEPENDS ${csca_web_source}/src/*)
    add_custom_command(OUTPUT ${page}
                       COMMAND ${CSCA_NODE} ${csca_web_source}/build.mjs ${csca_web_work}/node_modules ${page}
                       DEPENDS ${sources} ${csca_web_source}/build.mjs ${csca_web_work}/installed
                       COMMENT "Bundling the report page" VERBATIM)
  endif()
  set(CSCA_WEB_MISSING "${CSCA_WEB_MISSING}" CACHE INTERNAL "Why there is no report page, for the tests")

  set(embedded ${csca_web_work}/page_bytes.cpp)
  add_custom_command(OUTPUT ${embedded}
                     COMMAND ${CMAKE_COMMAND} -DINPUT=${page} -DOUTPUT=${embedded}
                             -P ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
                     DEPENDS ${page} ${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake
                     COMMENT "Embedding the report page" VERBATIM)
  target_sources(${target} PRIVATE ${embedded})
endfunction()
