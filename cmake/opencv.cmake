# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# csca::opencv_modules where OpenCV's matchers are, csca::opencv_ximgproc where its filters for disparity maps are too,
# csca::opencv_aruco where it finds markers, csca::opencv_videoio where it reads videos. Not find_package(OpenCV): Debian's
# packages for single modules bring no OpenCVConfig.cmake. Installed beside csca's own package file, which includes it.
find_path(CSCA_OPENCV_INCLUDE opencv2/calib3d.hpp PATH_SUFFIXES opencv4)
set(csca_opencv_libraries)
foreach(module calib3d features2d imgproc core)
  find_library(CSCA_OPENCV_${module} opencv_${module})
  mark_as_advanced(CSCA_OPENCV_${module})
  list(APPEND csca_opencv_libraries ${CSCA_OPENCV_${module}})
endforeach()
find_path(CSCA_OPENCV_XIMGPROC_INCLUDE opencv2/ximgproc/disparity_filter.hpp PATH_SUFFIXES opencv4)
find_library(CSCA_OPENCV_ximgproc opencv_ximgproc)
find_path(CSCA_OPENCV_ARUCO_INCLUDE opencv2/aruco/charuco.hpp PATH_SUFFIXES opencv4)
find_library(CSCA_OPENCV_aruco opencv_aruco)
find_path(CSCA_OPENCV_VIDEOIO_INCLUDE opencv2/videoio.hpp PATH_SUFFIXES opencv4)
find_library(CSCA_OPENCV_videoio opencv_videoio)
mark_as_advanced(CSCA_OPENCV_INCLUDE CSCA_OPENCV_XIMGPROC_INCLUDE CSCA_OPENCV_ximgproc CSCA_OPENCV_ARUCO_INCLUDE
                 CSCA_OPENCV_aruco CSCA_OPENCV_VIDEOIO_INCLUDE CSCA_OPENCV_videoio)

if(CSCA_OPENCV_INCLUDE AND NOT csca_opencv_libraries MATCHES NOTFOUND AND NOT TARGET csca::opencv_modules)
  add_library(csca::opencv_modules INTERFACE IMPORTED GLOBAL)
  target_include_directories(csca::opencv_modules INTERFACE ${CSCA_OPENCV_INCLUDE})
  target_link_libraries(csca::opencv_modules INTERFACE ${csca_opencv_libraries})
  if(CSCA_OPENCV_XIMGPROC_INCLUDE AND CSCA_OPENCV_ximgproc)
    add_library(csca::opencv_ximgproc INTERFACE IMPORTED GLOBAL)
    target_link_libraries(csca::opencv_ximgproc INTERFACE ${CSCA_OPENCV_ximgproc} csca::opencv_modules)
  endif()
  if(CSCA_OPENCV_ARUCO_INCLUDE AND CSCA_OPENCV_aruco)
    add_library(csca::opencv_aruco INTERFACE IMPORTED GLOBAL)
    target_link_libraries(csca::opencv_aruco INTERFACE ${CSCA_OPENCV_aruco} csca::opencv_modules)
  endif()
  if(CSCA_OPENCV_VIDEOIO_INCLUDE AND CSCA_OPENCV_videoio)
    add_library(csca::opencv_videoio INTERFACE IMPORTED GLOBAL)
    target_link_libraries(csca::opencv_videoio INTERFACE ${CSCA_OPENCV_videoio} csca::opencv_modules)
  endif()
endif()
