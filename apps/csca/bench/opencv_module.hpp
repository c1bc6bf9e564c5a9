// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "modules.hpp"
#include "peers/peers.hpp"

namespace csca::app {

/// OpenCV's matchers, loaded from the module that is installed with the tool.
using OpenCv = Module<peers::Library>;

inline OpenCv load_opencv() {
  return load_module<peers::Library>({"peers", "csca_peers", "OpenCV's matchers", "libopencv-calib3d-dev"});
}

}  // namespace csca::app
