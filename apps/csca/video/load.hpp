// SPDX-FileCopyrightText: The csca authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "video/module.hpp"

namespace csca::app {

/// Videos and cameras. Throws Error where csca was built without them.
const video::Library& load_video();

}  // namespace csca::app
