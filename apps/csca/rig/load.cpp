// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "rig/load.hpp"

#include "modules.hpp"

#include <csca/error.hpp>

namespace csca::app {

const rig::Library& load_rig() {
  const auto [library, absence] = load_module<rig::Library>(
      {"rig", "csca_rig", "calibration and rectification, which OpenCV does,", "libopencv-calib3d-dev"});
  if (library == nullptr) throw Error(absence);
  return *library;
}

}  // namespace csca::app
