// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// Files as other programs write them, of cameras 12 cm apart.
namespace samples {

inline std::string matrix(const std::string& name, int rows, int columns, const std::string& numbers) {
  return name + ": !!opencv-matrix\n   rows: " + std::to_string(rows) + "\n   cols: " + std::to_string(columns) +
         "\n   dt: d\n   data: [ " + numbers + " ]\n";
}

inline const std::string head = "%YAML:1.0\n---\n";
inline const std::string intrinsics = matrix("M1", 3, 3, "500., 0., 320.5, 0.,\n       501., 240.25, 0., 0., 1.") +
                                      matrix("D1", 1, 5, "-2.5e-01, 1.e-01, 0., 0., 0.") +
                                      matrix("M2", 3, 3, "510., 0., 318., 0., 511., 242., 0., 0., 1.") +
                                      matrix("D2", 1, 5, "-2.4e-01, 9.e-02, 0., 0., 0.");
inline const std::string extrinsics =
    matrix("R", 3, 3, "1., 0., 0., 0., 1., 0., 0., 0., 1.") + matrix("T", 3, 1, "-0.12, 0., 0.") +
    matrix("R1", 3, 3, "1., 0., 0., 0., 1., 0., 0., 0., 1.") +
    matrix("R2", 3, 3, "1., 0., 0., 0., 1., 0., 0., 0., 1.") +
    matrix("P1", 3, 4, "480., 0., 300., 0., 0., 480., 241., 0., 0., 0., 1., 0.") +
    matrix("P2", 3, 4, "480., 0., 307., -57.6, 0., 480., 241., 0., 0., 0., 1., 0.") +
    matrix("Q", 4, 4, "1., 0., 0., -300., 0., 1., 0., -241., 0., 0., 0., 480., 0., 0., 8.333333333, 58.33333333");

inline const std::string xml = R"(<?xml version="1.0"?>
<opencv_storage>
<image_size>640 480</image_size>
<P1 type_id="opencv-matrix"><rows>3</rows><cols>4</cols><dt>d</dt><data>
    480. 0. 300. 0. 0. 480. 241. 0.
    0. 0. 1. 0.</data></P1>
<P2 type_id="opencv-matrix"><rows>3</rows><cols>4</cols><dt>d</dt><data>
    480. 0. 307. -57.6 0. 480. 241. 0. 0. 0. 1. 0.</data></P2>
</opencv_storage>
)";

inline std::string camera_info(const std::string& cx, const std::string& shift) {
  return R"(image_width: 640
image_height: 480
camera_name: narrow
camera_matrix:
  rows: 3
  cols: 3
  data: [500, 0, 320, 0, 500, 240, 0, 0, 1]
distortion_model: plumb_bob
distortion_coefficients:
  rows: 1
  cols: 5
  data: [-0.25, 0.1, 0, 0, 0]
rectification_matrix:
  rows: 3
  cols: 3
  data: [1, 0, 0, 0, 1, 0, 0, 0, 1]
projection_matrix:
  rows: 3
  cols: 4
  data: [480, 0, )" +
         cx + ", " + shift + ", 0, 480, 241, 0, 0, 0, 1, 0]\n";
}

inline const std::string middlebury = R"(cam0=[480 0 300; 0 480 241; 0 0 1]
cam1=[480 0 307; 0 480 241; 0 0 1]
doffs=7
baseline=120
width=640
height=480
ndisp=70
isint=0
)";

inline const std::string older_middlebury = R"(cam0=[ 480 0 300 ; 0 480 241 ; 0 0 1 ]
 cam1=[ 480 0 307 ; 0 480 241 ; 0 0 1 ]
doffs= 7
 baseline= 120
 width= 640
height= 480
)";

// Cameras 2 and 3 are moved by 6 cm against 0 and 1, and 4 mm into the scene.
inline const std::string kitti = R"(P0: 4.8e+02 0 3.0e+02 0 0 4.8e+02 2.41e+02 0 0 0 1 0
P1: 4.8e+02 0 3.0e+02 -6.0e+01 0 4.8e+02 2.41e+02 0 0 0 1 0
P2: 4.8e+02 0 3.0e+02 3.0e+01 0 4.8e+02 2.41e+02 9.64e-01 0 0 1 4.0e-03
P3: 4.8e+02 0 3.0e+02 -2.76e+01 0 4.8e+02 2.41e+02 9.64e-01 0 0 1 4.0e-03
R0_rect: 1 0 0 0 1 0 0 0 1
)";

inline std::string raw_kitti_camera(const std::string& number, const std::string& shift, const std::string& projected) {
  return "S_" + number + ": 1.392e+03 5.12e+02\nK_" + number + ": 980 0 690 0 975 245 0 0 1\nD_" + number +
         ": -0.37 0.2 0.001 0.002 -0.07\nR_" + number + ": 1 0 0 0 1 0 0 0 1\nT_" + number + ": " + shift +
         " 0 0\nS_rect_" + number + ": 640 480\nR_rect_" + number + ": 1 0 0 0 1 0 0 0 1\nP_rect_" + number +
         ": 480 0 300 " + projected + " 0 480 241 0 0 0 1 0\n";
}

inline const std::string raw_kitti = "calib_time: 09-Jan-2012 13:57:47\ncorner_dist: 9.95e-02\n" +
                                     raw_kitti_camera("00", "0", "0") + raw_kitti_camera("01", "-0.125", "-60") +
                                     raw_kitti_camera("02", "0.06", "28.8") + raw_kitti_camera("03", "-0.06", "-28.8");

}  // namespace samples
