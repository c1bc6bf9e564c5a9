// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rig/module.hpp"

namespace csca::app {

/// OpenCV's calibration and rectification, from the module that is installed with the tool. Throws Error where there is
/// none.
const rig::Library& load_rig();

}  // namespace csca::app
