// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "peers/peers.hpp"

#include <string>

namespace csca::app {

/// OpenCV's matchers, loaded from the module that is installed with the tool.
struct OpenCv {
  const peers::Library* library = nullptr;
  std::string absence;  ///< why there is none
};

OpenCv load_opencv();

}  // namespace csca::app
