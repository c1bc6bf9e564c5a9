# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# CMake's package csca with the components core, io, picture and opencv, pkg-config's csca-core, csca-io, csca-picture and csca-opencv. The
# install components are the Debian packages of packages.cmake.
include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/csca)
set(CSCA_PREFERRED_KIND static)
if(BUILD_SHARED_LIBS)
  set(CSCA_PREFERRED_KIND shared)
endif()
set(kinds ${CSCA_PREFERRED_KIND})
if(CSCA_BOTH_KINDS)
  set(kinds static shared)
endif()

# csca_install(export runtime development names...): the libraries and the file by which CMake finds them.
function(csca_install export runtime development)
  foreach(kind ${kinds})
    set(suffix)
    if(kind STREQUAL shared)
      set(suffix _shared)
    endif()
    set(targets)
    foreach(name ${ARGN})
      list(APPEND targets csca_${name}${suffix})
    endforeach()
    install(TARGETS ${targets} EXPORT ${export}-${kind}
            ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${development}
            LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT ${runtime} NAMELINK_COMPONENT ${development})
    install(EXPORT ${export}-${kind} NAMESPACE csca:: DESTINATION ${config_dir} COMPONENT ${development})
  endforeach()
endfunction()

# csca_pkg_config(name development DESCRIPTION ... [REQUIRES ...] [PRIVATE ...] [FLAGS ...] [LIBRARIES ...])
function(csca_pkg_config name development)
  cmake_parse_arguments(PC "" "DESCRIPTION;REQUIRES;PRIVATE;FLAGS;LIBRARIES" "" ${ARGN})
  # By the file's own place, so that a tree that has been moved still works.
  file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
  configure_file(cmake/csca.pc.in ${CMAKE_BINARY_DIR}/csca-${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/csca-${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT ${development})
endfunction()

csca_install(csca libraries development core io)
set(threads)
if(CSCA_THREADS STREQUAL "tbb")
  set(threads tbb)
endif()
csca_pkg_config(core development DESCRIPTION "${PROJECT_DESCRIPTION}" PRIVATE "fmt libhwy ${threads}")
csca_pkg_config(io development DESCRIPTION "csca's files" REQUIRES "csca-core = ${PROJECT_VERSION}"
                PRIVATE "fmt libpng libjpeg libtiff-4 yaml-cpp pugixml")
install(DIRECTORY include/csca DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        PATTERN calibrate.hpp EXCLUDE PATTERN opencv.hpp EXCLUDE PATTERN picture.hpp EXCLUDE PATTERN rectify.hpp EXCLUDE)
if(TARGET csca_picture)
  csca_install(csca-picture picture picture_development picture)
  install(FILES include/csca/picture.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/csca COMPONENT picture_development)
  csca_pkg_config(picture picture_development DESCRIPTION "csca's drawings" REQUIRES "csca-io = ${PROJECT_VERSION}"
                  PRIVATE "fmt cairo")
endif()
if(TARGET csca_opencv)
  csca_install(csca-opencv opencv opencv_development opencv)
  install(FILES include/csca/calibrate.hpp include/csca/opencv.hpp include/csca/rectify.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/csca COMPONENT opencv_development)
  set(aruco)
  if(TARGET csca::opencv_aruco)
    set(aruco -lopencv_aruco)
  endif()
  # OpenCV's own opencv4.pc comes only with all of OpenCV.
  csca_pkg_config(opencv opencv_development DESCRIPTION "csca as a cv::StereoMatcher, calibration, rectification"
                  REQUIRES "csca-core = ${PROJECT_VERSION}" PRIVATE fmt FLAGS "-isystem ${CSCA_OPENCV_INCLUDE}"
                  LIBRARIES "${aruco} -lopencv_calib3d -lopencv_features2d -lopencv_imgproc -lopencv_core")
endif()

configure_package_config_file(cmake/csca-config.cmake.in ${CMAKE_BINARY_DIR}/csca-config.cmake INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/csca-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/csca-config.cmake ${CMAKE_BINARY_DIR}/csca-config-version.cmake cmake/cairo.cmake cmake/opencv.cmake
        DESTINATION ${config_dir} COMPONENT development)

if(CSCA_PYTHON_FOUND)
  # Where Debian's python3 looks, for the prefix /usr. `pip install .` is the way for any other Python.
  set(CSCA_INSTALL_PYTHONDIR lib/python3/dist-packages CACHE STRING "Where the Python module is installed, below the prefix")
  file(RELATIVE_PATH libraries /${CSCA_INSTALL_PYTHONDIR}/csca /${CMAKE_INSTALL_LIBDIR})
  foreach(module csca_python csca_python_picture csca_python_rectify)
    if(TARGET ${module})
      set_target_properties(${module} PROPERTIES INSTALL_RPATH $ORIGIN/${libraries})
      if(NOT BUILD_SHARED_LIBS)
        # Nothing of csca's to look for; CMake would leave room by empty entries, which mean the folder one is in.
        set_target_properties(${module} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
      endif()
      install(TARGETS ${module} LIBRARY DESTINATION ${CSCA_INSTALL_PYTHONDIR}/csca COMPONENT python)
    endif()
  endforeach()
  # What pip and importlib.metadata know a module by.
  set(about ${CMAKE_BINARY_DIR}/csca-${PROJECT_VERSION}.egg-info)
  configure_file(cmake/python.egg-info.in ${about} @ONLY)
  install(FILES ${about} DESTINATION ${CSCA_INSTALL_PYTHONDIR} COMPONENT python)
  install(DIRECTORY python/csca DESTINATION ${CSCA_INSTALL_PYTHONDIR} COMPONENT python PATTERN __pycache__ EXCLUDE)
endif()
