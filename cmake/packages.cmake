# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# `cpack` makes the Debian packages libcsca0, libcsca-dev, libcsca-picture0, libcsca-picture-dev, csca, python3-csca and,
# with GDAL, csca-gdal, with OpenCV, libcsca-opencv0 and libcsca-opencv-dev, and a TGZ of everything. scripts/check-packages builds them with shared libraries, and tries them.
set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_NAME csca)
set(CPACK_PACKAGE_VENDOR "The csca authors")
set(CPACK_PACKAGE_CONTACT "The csca authors <csca@example.org>")
# Empty: CPack would put one summary for all before each package's own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGE_DESCRIPTION "csca turns a rectified pair of images into a dense disparity map on a
CPU, by blending matching costs from every level of an image pyramid in
closed form.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian/finish.cmake)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")  # within one CSCA_ABI
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/src)
# SOURCE_DATE_EPOCH makes it another day.
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
set(CPACK_CSCA_CHANGELOG ${PROJECT_SOURCE_DIR}/CHANGELOG.md)
set(CPACK_CSCA_DEBIAN_CHANGELOG ${CMAKE_BINARY_DIR}/changelog.Debian)
configure_file(cmake/debian/changelog.in ${CPACK_CSCA_DEBIAN_CHANGELOG} @ONLY)
set(version "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

# csca_package(component name section depends summary contents): libraries of others that its files link are found by
# themselves.
macro(csca_package component name section depends summary contents)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS "${depends}")
  set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_${upper}_DESCRIPTION
      "stereo matching across scales (${summary})\n${CPACK_PACKAGE_DESCRIPTION}\n\n${contents}")
  install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name}
          COMPONENT ${component})
  if(EXISTS ${PROJECT_SOURCE_DIR}/cmake/debian/overrides/${component})
    install(FILES ${PROJECT_SOURCE_DIR}/cmake/debian/overrides/${component}
            DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${name} COMPONENT ${component})
  endif()
endmacro()

set(CPACK_COMPONENTS_ALL)
set(own)
if(BUILD_SHARED_LIBS)
  set(own "libcsca${CSCA_ABI} ${version}")
endif()
set(codecs "libfmt-dev, libhwy-dev, libtbb-dev, libpng-dev, libjpeg-dev, libtiff-dev, libyaml-cpp-dev, libpugixml-dev")
set(development "This package has headers, static libraries, and files for CMake and
pkg-config.")
if("shared" IN_LIST kinds)
  csca_package(libraries libcsca${CSCA_ABI} libs "" "shared libraries"
               "This package has the matcher and what reads and writes its files.")
  set(CPACK_DEBIAN_LIBRARIES_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
      ${PROJECT_SOURCE_DIR}/cmake/debian/libraries/symbols)
  csca_package(development libcsca-dev libdevel "libcsca${CSCA_ABI} ${version}, ${codecs}" "development files" "${development}")
else()
  csca_package(development libcsca-dev libdevel "${codecs}" "development files" "${development}")
endif()
if(TARGET csca_picture)
  # Text needs a font; Cairo would take any.
  set(font fonts-dejavu-core)
  set(picture_library)
  if("shared" IN_LIST kinds)
    csca_package(picture libcsca-picture${CSCA_ABI} libs "libcsca${CSCA_ABI} ${version}, ${font}" "library of drawings"
                 "This package has previews, montages and what writes them as PNG, JPEG, SVG
and PDF.")
    set(CPACK_DEBIAN_PICTURE_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
        ${PROJECT_SOURCE_DIR}/cmake/debian/picture/symbols)
    set(picture_library "libcsca-picture${CSCA_ABI} ${version}, ")
  endif()
  csca_package(picture_development libcsca-picture-dev libdevel "${picture_library}libcsca-dev ${version}, libcairo2-dev"
               "development files of drawings" "${development}")
endif()
if(CSCA_BUILD_TOOL)
  csca_package(tool csca graphics ${font} "tool" "This package has the command-line tool.")
  set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS libcsca-opencv${CSCA_ABI})
endif()
if(TARGET csca_gdal)
  csca_package(gdal csca-gdal graphics "csca ${version}" "images by GDAL"
               "This package has the module by which csca reads what GDAL reads.")
  set(CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS "${CPACK_DEBIAN_TOOL_PACKAGE_SUGGESTS}, csca-gdal")
endif()
if(TARGET csca_opencv)
  csca_package(opencv libcsca-opencv${CSCA_ABI} libs "${own}" "library for OpenCV"
               "This package has the matcher as a cv::StereoMatcher, calibration and
rectification, and the modules by which csca calibrates, rectifies, and
compares itself with OpenCV's matchers.")
  set(CPACK_DEBIAN_OPENCV_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers
      ${PROJECT_SOURCE_DIR}/cmake/debian/opencv/symbols)
  set(opencv_headers libopencv-calib3d-dev)
  if(TARGET csca::opencv_aruco)
    string(APPEND opencv_headers ", libopencv-contrib-dev")
  endif()
  csca_package(opencv_development libcsca-opencv-dev libdevel
               "libcsca-dev ${version}, libcsca-opencv${CSCA_ABI} ${version}, ${opencv_headers}"
               "development files for OpenCV" "${development}")
endif()
if(CSCA_PYTHON_FOUND)
  csca_package(python python3-csca python "${own}" "Python 3 module" "This package has the module for Python 3, with numpy arrays.")
  # A module is for one version of Python.
  set(python ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR})
  math(EXPR next "${Python_VERSION_MINOR} + 1")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
      "python3 (>= ${python}~), python3 (<< ${Python_VERSION_MAJOR}.${next}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/postinst
      ${PROJECT_SOURCE_DIR}/cmake/debian/prerm)
  if(TARGET csca_picture)
    string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS ", ${font}")  # of csca.preview's legend
  endif()
  if(own)
    string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS ", ${own}")
    if(TARGET csca_picture)
      string(APPEND CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS ", libcsca-picture${CSCA_ABI} ${version}")
    endif()
  endif()
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib, python3-distributed")
endif()
include(CPack)
