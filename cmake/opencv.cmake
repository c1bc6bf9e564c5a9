# SPDX-FileCopyrightText: The csca authors
# SPDX-License-Identifier: Apache-2.0

# The target csca_opencv where OpenCV's matchers are. Debian's per-module packages bring no OpenCVConfig.cmake: look for the parts.
find_path(CSCA_OPENCV_INCLUDE opencv2/calib3d.hpp PATH_SUFFIXES opencv4)
find_library(CSCA_OPENCV_CORE opencv_core)
find_library(CSCA_OPENCV_IMGPROC opencv_imgproc)
find_library(CSCA_OPENCV_CALIB3D opencv_calib3d)
mark_as_advanced(CSCA_OPENCV_INCLUDE CSCA_OPENCV_CORE CSCA_OPENCV_IMGPROC CSCA_OPENCV_CALIB3D)
if(CSCA_OPENCV_INCLUDE AND CSCA_OPENCV_CORE AND CSCA_OPENCV_IMGPROC AND CSCA_OPENCV_CALIB3D)
  add_library(csca_opencv INTERFACE)
  target_include_directories(csca_opencv SYSTEM INTERFACE ${CSCA_OPENCV_INCLUDE})
  target_link_libraries(csca_opencv INTERFACE ${CSCA_OPENCV_CALIB3D} ${CSCA_OPENCV_IMGPROC} ${CSCA_OPENCV_CORE})
endif()
