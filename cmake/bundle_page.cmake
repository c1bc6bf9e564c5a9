# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# cmake -DNODE=... -DSOURCE=web/report -DWORK=DIR -P bundle_page.cmake: makes WORK/page.html, an empty one where the
# packages are not installed.
file(SIZE ${WORK}/installed installed)
if(installed EQUAL 0)
  file(WRITE ${WORK}/page.html "")
  return()
endif()
execute_process(COMMAND ${NODE} ${SOURCE}/build.mjs ${WORK}/node_modules ${WORK}/page.html RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "The report page could not be bundled.")
endif()
