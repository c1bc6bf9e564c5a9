# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# csca::gdal where GDAL is. Only a module of the tool needs it.
option(CSCA_GDAL "Build the module that reads images by GDAL, where GDAL is" ON)
if(CSCA_GDAL AND NOT TARGET csca::gdal)
  find_package(GDAL 3.0 QUIET)
  if(GDAL_FOUND)
    add_library(csca::gdal INTERFACE IMPORTED GLOBAL)
    target_link_libraries(csca::gdal INTERFACE GDAL::GDAL)
  endif()
endif()
