# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DNODE=... -DNPM=... -DSOURCE=web -DWORK=DIR -DOMIT=... -P install_web_packages.cmake: installs the packages
# that package-lock.json pins in WORK/node_modules and notes it in WORK/installed. Where npm cannot, it says so, the note
# stays empty, and the build goes on without the pages.
set(stamp ${WORK}/installed)
file(SHA256 ${SOURCE}/package-lock.json wanted)
string(APPEND wanted " ${OMIT}")
if(EXISTS ${stamp})
  file(READ ${stamp} installed)
  if(installed STREQUAL wanted)
    file(TOUCH ${stamp})
    return()
  endif()
endif()

file(COPY ${SOURCE}/package.json ${SOURCE}/package-lock.json ${SOURCE}/.npmrc DESTINATION ${WORK})
# Few retries: without a network the build should go on soon.
execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1
                        --fetch-retry-mintimeout=1000 --fetch-timeout=60000 ${OMIT}
                WORKING_DIRECTORY ${WORK} TIMEOUT 300
                OUTPUT_FILE ${WORK}/npm.log ERROR_FILE ${WORK}/npm.log RESULT_VARIABLE failed)
if(NOT failed)
  execute_process(COMMAND ${NODE} ${SOURCE}/build.mjs --check ${WORK}/node_modules
                  OUTPUT_FILE ${WORK}/npm.log ERROR_FILE ${WORK}/npm.log RESULT_VARIABLE failed)
endif()
if(failed)
  message("No web pages in this build: npm could not install the packages of web (no network?), see "
          "${WORK}/npm.log; configure and build again to try again.")
  set(wanted "")
endif()
file(WRITE ${stamp} "${wanted}")
