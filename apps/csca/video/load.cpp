// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#include "video/load.hpp"

#include "modules.hpp"

#include <csca/error.hpp>

namespace csca::app {

const video::Library& load_video() {
  static const auto module =
      load_module<video::Library>({"video", "csca_video", "videos and cameras", "libopencv-videoio-dev"});
  if (module.library == nullptr) throw Error(module.absence);
  return *module.library;
}

}  // namespace csca::app
