# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DNODE=... -DSOURCE=web -DWORK=DIR -DPAGE=report -P bundle_page.cmake: makes WORK/PAGE/page.html, an empty one where
# the packages are not installed.
set(page ${WORK}/${PAGE}/page.html)
file(SIZE ${WORK}/installed installed)
if(installed EQUAL 0)
  file(WRITE ${page} "")
  return()
endif()
execute_process(COMMAND ${NODE} ${SOURCE}/build.mjs ${WORK}/node_modules ${PAGE} ${page} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "The ${PAGE} page could not be bundled.")
endif()
